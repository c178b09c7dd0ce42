// SPDX-License-Identifier: MIT
#include "net/network_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

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

/// Takes little-endian numbers off the front of a span whose length was checked before.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <typename T>
    T take() {
        using Bits = std::make_unsigned_t<T>;
        Bits bits = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bits = static_cast<Bits>(bits |
                                     static_cast<Bits>(static_cast<Bits>(bytes_[i]) << (8 * i)));
        }
        bytes_ = bytes_.subspan(sizeof(T));
        return std::bit_cast<T>(bits);
    }
    template <typename T>
    std::vector<T> take_all(std::size_t count) {
        std::vector<T> values(count);
        for (T& value : values) value = take<T>();
        return values;
    }
    std::string take_text(std::size_t length) {
        std::string text(length, '\0');
        std::memcpy(text.data(), bytes_.data(), length);
        bytes_ = bytes_.subspan(length);
        return text.substr(0, text.find('\0'));
    }
    Dense take_dense(int inputs, int outputs, bool has_bias = true) {
        const auto n = static_cast<std::size_t>(outputs);
        Dense dense{inputs,
                    outputs,
                    take_all<std::int16_t>(n * static_cast<std::size_t>(inputs)),
                    {}};
        dense.bias = has_bias ? take_all<std::int32_t>(n) : std::vector<std::int32_t>(n, 0);
        return dense;
    }

private:
    std::span<const std::byte> bytes_;
};

std::size_t dense_bytes(std::size_t inputs, std::size_t outputs, bool has_bias = true) {
    return outputs * (2 * inputs + (has_bias ? 4 : 0));
}

std::size_t payload_bytes(const Dimensions& d) {
    const std::size_t head = d.head, tail = d.tail;
    const std::size_t second = d.second_hidden == 0 ? 0 : dense_bytes(d.hidden, d.second_hidden);
    return dense_bytes(kPatternFacts, d.hidden) + second +
           dense_bytes(d.last_hidden(), d.described()) + 9 * dense_bytes(d.rank, d.lanes, false) +
           8 * dense_bytes(d.use_rank, d.lanes) + 2 * dense_bytes(d.target_rank, d.lanes, false) +
           20 * 2 * std::size_t{d.lanes} + dense_bytes(kMacroFacts, d.macro_hidden) +
           dense_bytes(d.macro_hidden, d.lanes) + 2 * std::size_t{d.lanes} +
           d.buckets * (head * (d.lanes + 4u) + tail * (2 * head + 4) + 2 * (2 * tail + 4));
}

base::Result<void> check_dimensions(const Dimensions& d, std::size_t size) {
    if (d.lanes != Shape::kLanes || d.head != Shape::kHead || d.tail != Shape::kTail) {
        return base::fail("network of {} lanes, head {} and tail {}; this program computes {}, {} "
                          "and {}",
                          d.lanes, d.head, d.tail, Shape::kLanes, Shape::kHead, Shape::kTail);
    }
    if (d.buckets != 1 && d.buckets != 10) {
        return base::fail("network with {} heads; 1 or 10 are possible", d.buckets);
    }
    if (size != kHeaderBytes + payload_bytes(d)) {
        return base::fail("network file of {} bytes whose dimensions need {}", size,
                          kHeaderBytes + payload_bytes(d));
    }
    return {};
}

Dimensions take_dimensions(Reader& reader) {
    Dimensions d;
    d.buckets = reader.take<std::uint16_t>();
    for (std::uint16_t* field : {&d.lanes, &d.rank, &d.use_rank, &d.target_rank, &d.hidden,
                                 &d.macro_hidden, &d.head, &d.tail, &d.second_hidden}) {
        *field = reader.take<std::uint16_t>();
    }
    return d;
}

void take_encoder(Reader& reader, NetworkFile& file) {
    const Dimensions& d = file.dimensions;
    file.encode = reader.take_dense(kPatternFacts, d.hidden);
    if (d.second_hidden != 0) file.second = reader.take_dense(d.hidden, d.second_hidden);
    file.describe = reader.take_dense(d.last_hidden(), static_cast<int>(d.described()));
    for (int i = 0; i < 9; ++i) file.block.push_back(reader.take_dense(d.rank, d.lanes, false));
    for (int i = 0; i < 8; ++i) file.use.push_back(reader.take_dense(d.use_rank, d.lanes));
    for (int i = 0; i < 2; ++i) {
        file.target.push_back(reader.take_dense(d.target_rank, d.lanes, false));
    }
    file.cell = reader.take_all<std::int16_t>(20u * d.lanes);
    file.macro_encode = reader.take_dense(kMacroFacts, d.macro_hidden);
    file.macro_describe = reader.take_dense(d.macro_hidden, d.lanes);
    file.bias = reader.take_all<std::int16_t>(d.lanes);
}

void take_heads(Reader& reader, NetworkFile& file) {
    const Dimensions& d = file.dimensions;
    const std::size_t n = d.buckets, head = d.head, tail = d.tail;
    file.head_weights = reader.take_all<std::int8_t>(n * head * d.lanes);
    file.head_bias = reader.take_all<std::int32_t>(n * head);
    file.tail_weights = reader.take_all<std::int8_t>(n * tail * 2 * head);
    file.tail_bias = reader.take_all<std::int32_t>(n * tail);
    file.out_weights = reader.take_all<std::int16_t>(n * 2 * tail);
    file.out_bias = reader.take_all<std::int32_t>(n * 2);
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
    TRY(check_dimensions(file.dimensions, bytes.size()));
    take_encoder(reader, file);
    take_heads(reader, file);
    return file;
}

std::string NetworkFile::id() const { return fmt::format("{} {:08x}", name, checksum); }

}  // namespace ninefold::net
