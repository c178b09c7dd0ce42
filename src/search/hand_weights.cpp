// SPDX-License-Identifier: MIT
#include "search/hand_weights.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"
#include "net/file_header.h"

namespace ninefold::search {

namespace {

constexpr net::FileKind kHandWeights = {"hand-weight", "NFHAND\r\n", 1, net::FileHeader::kBytes};

}  // namespace

base::Result<HandWeights> HandWeights::parse(std::span<const std::byte> file,
                                             const HandLayout& layout) {
    const auto header = TRY(net::FileHeader::parse(kHandWeights, file));
    const auto body = file.subspan(net::FileHeader::kBytes);
    HandWeights result{header.rules, std::vector<std::int16_t>(layout.size()),
                       std::vector<std::uint8_t>(layout.value_weights())};
    const auto weights = std::as_writable_bytes(std::span(result.weights));
    if (body.size() != weights.size() + result.classes.size()) {
        return base::fail("hand-weight file with {} bytes of weights; the evaluation needs {}",
                          body.size(), weights.size() + result.classes.size());
    }
    std::memcpy(weights.data(), body.data(), weights.size());
    std::memcpy(result.classes.data(), body.data() + weights.size(), result.classes.size());
    const auto unknown = std::find_if(result.classes.begin(), result.classes.end(),
                                      [](unsigned c) { return c >= HandLayout::kClasses; });
    if (unknown != result.classes.end()) {
        return base::fail("hand-weight file with class {}; the last one is {}", *unknown,
                          HandLayout::kClasses - 1);
    }
    return result;
}

std::string HandWeights::file() const {
    const auto bytes = std::as_bytes(std::span(weights));
    std::string body(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    body.append(classes.begin(), classes.end());
    return net::with_header(kHandWeights, rules, body);
}

std::span<const std::byte> builtin_hand_weights(rules::Rules rules) {
    const auto file_of = [](rules::Rules r) {
        return base::find_file(hand_weight_files(), rules::name(r) + ".nfhand");
    };
    const base::EmbeddedFile* file = file_of(rules);
    // Under open rules one fit serves both tie-breaks: games seldom get so far.
    if (file == nullptr) file = file_of({rules.ruleset});
    if (file == nullptr) file = file_of({});  // rules that nothing was fitted for yet
    if (file == nullptr) return {};
    return std::as_bytes(std::span(file->contents));
}

}  // namespace ninefold::search
