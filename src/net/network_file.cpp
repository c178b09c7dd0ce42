// SPDX-License-Identifier: MIT
#include "net/network_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/foreign_text.h"
#include "base/try.h"
#include "net/file_header.h"
#include "net/row_map.h"
#include "net/shape.h"

namespace ninefold::net {
namespace {

constexpr std::size_t kHeaderBytes = 66;
constexpr std::size_t kNameBytes = 24;
constexpr FileKind kNetwork = {"network", "NFNET\r\n\x1a", NetworkFile::kVersion, kHeaderBytes};

/// Takes values off the front of a span whose length was checked before. Files hold little-endian
/// numbers, as this machine does (file_header.cpp makes sure of it).
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <typename T>
    void operator()(std::vector<T>& values, std::size_t count) {
        values.resize(count);
        take(std::as_writable_bytes(std::span(values)));
    }
    template <typename T>
    T take() {
        T value;
        take(std::as_writable_bytes(std::span(&value, 1)));
        return value;
    }
    std::string take_text(std::size_t length) {
        std::string text(length, '\0');
        take(std::as_writable_bytes(std::span(text)));
        return text.substr(0, text.find('\0'));
    }

private:
    void take(std::span<std::byte> out) {
        std::copy_n(bytes_.begin(), out.size(), out.begin());
        bytes_ = bytes_.subspan(out.size());
    }

    std::span<const std::byte> bytes_;
};

/// Calls `part(values, count)` for everything behind the header, in the order of the file.
template <typename Part>
void for_each_part(NetworkFile& file, Part&& part) {
    const auto dense = [&](Dense& layer, std::size_t inputs, std::size_t outputs,
                           bool has_bias = true) {
        layer.inputs = static_cast<int>(inputs);
        layer.outputs = static_cast<int>(outputs);
        part(layer.weights, outputs * inputs);
        if (has_bias) part(layer.bias, outputs);
    };
    const Dimensions& d = file.dimensions;
    const std::size_t n = d.buckets, head = d.head, tail = d.tail;
    dense(file.encode, kPatternFacts, d.hidden);
    if (d.second_hidden != 0) dense(file.second, d.hidden, d.second_hidden);
    dense(file.describe, d.last_hidden(), d.described());
    for (Dense& block : file.block) dense(block, d.rank, d.lanes, false);
    for (Dense& use : file.use) dense(use, d.use_rank, d.lanes);
    for (Dense& target : file.target) dense(target, d.target_rank, d.lanes, false);
    part(file.cell, 20 * std::size_t{d.lanes});
    dense(file.macro_encode, kMacroFacts, d.macro_hidden);
    dense(file.macro_describe, d.macro_hidden, d.lanes);
    part(file.bias, std::size_t{d.lanes});
    part(file.head_weights, n * head * d.lanes);
    part(file.head_bias, n * head);
    part(file.tail_weights, n * tail * 2 * head);
    part(file.tail_bias, n * tail);
    part(file.out_weights, n * 2 * tail);
    part(file.out_bias, n * 2);
}

base::Result<void> check_dimensions(NetworkFile& file, std::size_t size) {
    const Dimensions& d = file.dimensions;
    if (d.lanes != Shape::kLanes || d.head != Shape::kHead || d.tail != Shape::kTail) {
        return base::fail("network of {} lanes, head {} and tail {}; this program computes {}, {} "
                          "and {}",
                          d.lanes, d.head, d.tail, Shape::kLanes, Shape::kHead, Shape::kTail);
    }
    if (d.buckets != 1 && d.buckets != 10) {
        return base::fail("network with {} heads; 1 or 10 are possible", d.buckets);
    }
    std::size_t needed = kHeaderBytes;
    for_each_part(file, [&](const auto& values, std::size_t count) {
        needed += count * sizeof(values[0]);
    });
    if (size != needed) {
        return base::fail("network file of {} bytes whose dimensions need {}", size, needed);
    }
    return {};
}

Dimensions take_dimensions(Reader& reader) {
    Dimensions d;
    for (std::uint16_t* field : {&d.buckets, &d.lanes, &d.rank, &d.use_rank, &d.target_rank,
                                 &d.hidden, &d.macro_hidden, &d.head, &d.tail, &d.second_hidden}) {
        *field = reader.take<std::uint16_t>();
    }
    return d;
}

}  // namespace

base::Result<NetworkFile> NetworkFile::parse(std::span<const std::byte> bytes) {
    const auto header = TRY(FileHeader::parse(kNetwork, bytes));
    NetworkFile file;
    file.rules = header.rules;
    file.checksum = header.checksum;
    Reader reader(bytes.subspan(FileHeader::kBytes));
    file.dimensions = take_dimensions(reader);
    file.name = base::safe_name(reader.take_text(kNameBytes));
    TRY(check_dimensions(file, bytes.size()));
    for_each_part(file, reader);
    return file;
}

std::string NetworkFile::id() const { return fmt::format("{} {:08x}", name, checksum); }

}  // namespace ninefold::net
