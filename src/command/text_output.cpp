// SPDX-License-Identifier: MIT
#include "command/text_output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/file_contents.h"
#include "base/parse_json.h"
#include "base/thrown_error.h"

namespace ninefold::command {

using base::ThrownError;

namespace {

[[noreturn]] void throw_unwritten(const std::string& path) {
    throw ThrownError("{}: cannot be written: {}", path,
                      errno != 0 ? std::strerror(errno) : "is the disk full?");
}

/// Whether a file is written where it is rather than beside it: a pipe or a device, one in a folder
/// in which no other can be made, and one that may not be written, so that the error says so.
bool is_written_in_place(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return false;
    if (!std::filesystem::is_regular_file(path, ignored)) return true;
    if (::access(path.c_str(), W_OK) != 0) return true;
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    return ::access(folder.c_str(), W_OK | X_OK) != 0;
}

/// What a link leads to, so that the link stays one.
std::filesystem::path behind_links(const std::filesystem::path& path) {
    std::error_code error;
    auto real = std::filesystem::canonical(path, error);
    return error ? path : real;
}

void write_in_place(const std::string& path, std::string_view text) {
    const OutputFile file = open_output(path);
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    if (!written || std::fflush(file.get()) != 0) throw_unwritten(path);
}

}  // namespace

OutputFile open_output(const std::string& path) {
    if (path == "-") return {stdout, [](std::FILE*) { return 0; }};
    errno = 0;
    OutputFile file(std::fopen(path.c_str(), "we"), std::fclose);
    if (!file) throw_unwritten(path);
    return file;
}

void check_output(const std::string& path) {
    if (path == "-") return;
    std::error_code ignored;
    errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
    if (errno != 0) throw_unwritten(path);
    // What is there may be a pipe or a device: opening it would tell its other end.
    if (std::filesystem::exists(path, ignored)) {
        if (::access(path.c_str(), W_OK) != 0) throw_unwritten(path);
        return;
    }
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) throw_unwritten(path);
    ::close(file);
    ::unlink(path.c_str());
}

void write_text(const std::string& path, std::string_view text) {
    if (path == "-") {
        fmt::print("{}", text);
        return;
    }
    const auto place = behind_links(path);
    if (is_written_in_place(place)) return write_in_place(path, text);
    base::throw_if_failed(base::write_file(place, {text}));
}

OutputInParts::OutputInParts(std::string path)
    : path_(std::move(path)), in_place_(nullptr, std::fclose) {
    const auto place = behind_links(path_);
    if (path_ == "-" || is_written_in_place(place)) {
        in_place_ = open_output(path_);
    } else {
        beside_ = std::make_unique<base::AtomicFile>(place);
        base::throw_if_failed(beside_->result());
    }
}

OutputInParts::~OutputInParts() = default;

void OutputInParts::write(std::string_view part) {
    constexpr std::size_t kMostWaiting = 1 << 16;
    waiting_ += part;
    if (waiting_.size() >= kMostWaiting) flush();
}

void OutputInParts::flush() {
    if (beside_) {
        beside_->write(waiting_);
        base::throw_if_failed(beside_->result());
    } else {
        errno = 0;
        std::fwrite(waiting_.data(), 1, waiting_.size(), in_place_.get());
        const bool written = std::fflush(in_place_.get()) == 0 && !std::ferror(in_place_.get());
        if (!written && errno == EPIPE) throw std::system_error(EPIPE, std::generic_category());
        if (!written) {
            throw ThrownError("{}: writing failed: {}", path_ == "-" ? "standard output" : path_,
                              errno != 0 ? std::strerror(errno) : "is the disk full?");
        }
    }
    waiting_.clear();
}

void OutputInParts::finish() {
    flush();
    if (!beside_) return;
    beside_->move_to_its_place();
    base::throw_if_failed(beside_->result());
}

void write_new_file(const std::filesystem::path& path, std::string_view text, bool executable) {
    const int file =
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, executable ? 0777 : 0666);
    if (file < 0 && errno == EEXIST) {
        throw ThrownError("{} is there already; choose another name, or remove it first",
                          path.string());
    }
    if (file < 0) {
        throw ThrownError("{} cannot be written: {}", path.string(), std::strerror(errno));
    }
    const ssize_t written = ::write(file, text.data(), text.size());
    if (::close(file) != 0 || written != static_cast<ssize_t>(text.size())) {
        ::unlink(path.c_str());
        throw ThrownError("{} could not be written (disk full?)", path.string());
    }
}

OutputFolder::OutputFolder(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (auto at = std::filesystem::absolute(folder).lexically_normal();
         !at.empty() && at != at.root_path() && !std::filesystem::exists(at, ignored);
         at = at.parent_path()) {
        made_.push_back(at);
    }
    std::filesystem::create_directories(folder, error_);
}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    for (const auto& folder : made_) std::filesystem::remove(folder, ignored);
}

std::string json_text(const nlohmann::ordered_json& json, int indent) {
    return base::json_line(json, indent) + '\n';
}

}  // namespace ninefold::command
