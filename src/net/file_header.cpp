// SPDX-License-Identifier: MIT
#include "net/file_header.h"

#include <array>
#include <bit>
#include <cstring>

#include "net/crc32.h"

namespace ninefold::net {

namespace {

static_assert(std::endian::native == std::endian::little, "files hold little-endian numbers");

/// As it stands in the file, padding apart.
struct Fields {
    std::array<char, 8> magic;
    std::uint32_t version, checksum, size;
    std::uint8_t ruleset, tie_break;
};
static_assert(offsetof(Fields, tie_break) + 1 == FileHeader::kBytes);
constexpr std::size_t kChecked = offsetof(Fields, size);  // the checksum covers all from here

}  // namespace

base::Result<FileHeader> FileHeader::parse(const FileKind& kind, std::span<const std::byte> file) {
    Fields fields{};
    if (file.size() >= kind.least_bytes) std::memcpy(&fields, file.data(), kBytes);
    if (std::string_view(fields.magic.data(), fields.magic.size()) != kind.magic) {
        return base::fail("not a Ninefold {} file: {} bytes that do not begin with the {}-byte "
                          "header of one",
                          kind.name, file.size(), kind.least_bytes);
    }
    if (fields.version != kind.version) {
        return base::fail("{} file version {}; this program reads version {}", kind.name,
                          fields.version, kind.version);
    }
    if (fields.size != file.size()) {
        return base::fail("{} file of {} bytes that should have {}: it is {}", kind.name,
                          file.size(), fields.size,
                          file.size() < fields.size ? "cut off" : "too long");
    }
    const std::uint32_t found = crc32(file.subspan(kChecked));
    if (found != fields.checksum) {
        return base::fail("{} file is corrupted: checksum {:08x}, {:08x} expected", kind.name,
                          found, fields.checksum);
    }
    if (fields.ruleset >= rules::kRulesets.size() || fields.tie_break >= rules::kTieBreaks.size()) {
        return base::fail("{} file for unknown rules (ruleset {}, tie-break {})", kind.name,
                          fields.ruleset, fields.tie_break);
    }
    return FileHeader{{rules::kRulesets[fields.ruleset], rules::kTieBreaks[fields.tie_break]},
                      fields.checksum};
}

std::string with_header(const FileKind& kind, rules::Rules rules, std::string_view body) {
    Fields fields{};
    kind.magic.copy(fields.magic.data(), fields.magic.size());
    fields.version = kind.version;
    fields.size = static_cast<std::uint32_t>(FileHeader::kBytes + body.size());
    fields.ruleset = static_cast<std::uint8_t>(rules.ruleset);
    fields.tie_break = static_cast<std::uint8_t>(rules.tie_break);
    std::string file(FileHeader::kBytes, '\0');
    std::memcpy(file.data(), &fields, FileHeader::kBytes);
    file += body;
    fields.checksum = crc32(std::as_bytes(std::span(file).subspan(kChecked)));
    std::memcpy(file.data(), &fields, FileHeader::kBytes);
    return file;
}

}  // namespace ninefold::net
