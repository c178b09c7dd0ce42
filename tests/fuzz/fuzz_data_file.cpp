// SPDX-License-Identifier: MIT
// Any bytes as a data file of the trainer, and with a count and a checksum that are right.
#include <cstring>
#include <span>
#include <string>

#include "base/file_contents.h"
#include "base/temporary_folder.h"
#include "memory_file.h"
#include "net/crc32.h"
#include "net/data_file.h"
#include "require.h"

namespace ninefold::fuzz_data_file {

using fuzz::require;

namespace {

constexpr std::size_t kHeader = 32, kCountAt = 16, kChecksumAt = 24;

/// What was read is written with the same positions, and then always the same.
void check_saved(const net::DataFile& data, std::string_view bytes) {
    static const base::TemporaryFolder folder = *base::TemporaryFolder::make();
    const auto path = folder.path() / "data";
    const auto save = [&](const net::DataFile& file) {
        require(file.save(path).has_value(), "data can be saved");
        return *base::read_file(path);
    };
    const std::string saved = save(data);
    require(saved.substr(kHeader) == bytes.substr(kHeader), "positions are saved as they were");
    const auto again = net::DataFile::load(path);
    require(again.has_value(), "saved data can be loaded");
    require(again->rules == data.rules, "for the same rules");
    require(save(*again) == saved, "and saved the same again");
}

void check(const std::string& bytes) {
    const fuzz::MemoryFile file(bytes);
    const auto data = net::DataFile::load(file.path());
    if (!data) return fuzz::require_one_line(data.error().message);
    require(net::DataFile::bytes(data->positions.size()) == bytes.size(), "no byte is left over");
    for (const net::SearchedPosition& searched : data->positions) {
        const rules::AnyPosition position = searched.position(data->rules);
        require(position.is_over() == position.legal_moves().empty(), "a position can be asked");
    }
    check_saved(*data, bytes);
}

}  // namespace

void run(std::string_view text) {
    std::string bytes(text);
    check(bytes);
    if (bytes.size() < kHeader) return;
    const auto body = std::as_bytes(std::span(bytes).subspan(kHeader));
    const std::uint64_t count = body.size() / net::SearchedPosition::kBytes;
    const std::uint32_t checksum = net::crc32(body);
    std::memcpy(bytes.data() + kCountAt, &count, sizeof count);
    std::memcpy(bytes.data() + kChecksumAt, &checksum, sizeof checksum);
    check(bytes);
}

}  // namespace ninefold::fuzz_data_file
