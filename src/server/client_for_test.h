// SPDX-License-Identifier: MIT
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "server/json.h"

namespace ninefold::server {

/// A plain socket that can also say what no decent client would.
class SocketForTest {
public:
    using Clock = std::chrono::steady_clock;

    explicit SocketForTest(std::uint16_t port, int receive_buffer = 0)
        : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_buffer > 0) {
            setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        }
        const int on = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
            throw std::runtime_error("cannot connect");
        }
    }
    SocketForTest(SocketForTest&& other) noexcept
        : buffer_(std::move(other.buffer_)), socket_(std::exchange(other.socket_, -1)) {}
    SocketForTest& operator=(SocketForTest&&) = delete;
    ~SocketForTest() {
        if (socket_ >= 0) ::close(socket_);
    }

    /// False where the other side has hung up.
    bool write(std::string_view bytes) const {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }

    /// Reads until `have` is content with what has come; false when time is over or nothing more
    /// comes.
    bool read_until(const std::function<bool(const std::string&)>& have,
                    std::chrono::milliseconds patience = std::chrono::seconds(60)) {
        const auto deadline = Clock::now() + patience;
        while (!have(buffer_)) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
            pollfd waiting{socket_, POLLIN, 0};
            if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count()) + 1) <= 0) {
                return false;
            }
            char bytes[16384];
            const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
            if (got <= 0) return false;
            buffer_.append(bytes, static_cast<std::size_t>(got));
        }
        return true;
    }

    /// Whether the server hangs up; what comes before is dropped.
    bool is_closed_within(std::chrono::milliseconds patience) {
        const auto deadline = Clock::now() + patience;
        for (;;) {
            const auto left =
                std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
            pollfd waiting{socket_, POLLIN, 0};
            if (left.count() <= 0 || poll(&waiting, 1, static_cast<int>(left.count()) + 1) <= 0) {
                return false;
            }
            char bytes[65536];
            if (recv(socket_, bytes, sizeof bytes, 0) <= 0) return true;
        }
    }

    /// Whether something has come that was not read yet.
    bool has_input() const {
        pollfd waiting{socket_, POLLIN, 0};
        return poll(&waiting, 1, 0) > 0;
    }

    std::string& buffer() { return buffer_; }

private:
    std::string buffer_;
    int socket_;
};

using Headers = std::map<std::string, std::string>;

struct AnswerForTest {
    int status = 0;
    std::string head, body;
    Json json() const { return Json::parse(body, nullptr, false); }
    std::string code() const {
        const Json answer = json();
        return answer.contains("error") ? answer["error"]["code"].get<std::string>() : "";
    }
    bool has_header(std::string_view line) const { return head.find(line) != std::string::npos; }
};

/// Asks over HTTP, each time over the same connection while it lasts.
class HttpForTest {
public:
    explicit HttpForTest(std::uint16_t port) : port_(port), socket_(port) {}

    AnswerForTest get(const std::string& target, const Headers& headers = {}) {
        return ask("GET", target, "", headers);
    }
    AnswerForTest post(const std::string& target, const Json& body, const Headers& headers = {}) {
        return ask("POST", target, body.dump(), headers);
    }

    AnswerForTest ask(const std::string& method, const std::string& target, const std::string& body,
                      Headers headers = {}) {
        send(method, target, body, std::move(headers));
        return read(method == "HEAD");
    }

    void send(const std::string& method, const std::string& target, const std::string& body,
              Headers headers = {}) {
        headers.try_emplace("Host", "127.0.0.1:" + std::to_string(port_));
        if (!body.empty()) headers.try_emplace("Content-Type", "application/json");
        headers.try_emplace("Content-Length", std::to_string(body.size()));
        std::string text = method + " " + target + " HTTP/1.1\r\n";
        for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
        socket_.write(text + "\r\n" + body);
    }

    AnswerForTest read(bool head_only = false) {
        AnswerForTest answer;
        std::string& buffer = socket_.buffer();
        if (!socket_.read_until(
                [](const std::string& b) { return b.find("\r\n\r\n") != std::string::npos; })) {
            return answer;
        }
        const std::size_t end = buffer.find("\r\n\r\n") + 4;
        answer.head = buffer.substr(0, end);
        answer.status = std::stoi(answer.head.substr(9, 3));
        const std::size_t at = answer.head.find("Content-Length: ");
        const std::size_t length =
            at == std::string::npos || head_only ? 0 : std::stoul(answer.head.substr(at + 16));
        socket_.read_until([&](const std::string& b) { return b.size() >= end + length; });
        answer.body = buffer.substr(end, length);
        buffer.erase(0, end + length);
        return answer;
    }

    SocketForTest& socket() { return socket_; }

private:
    std::uint16_t port_;
    SocketForTest socket_;
};

/// A WebSocket client.
class WebSocketForTest {
public:
    explicit WebSocketForTest(std::uint16_t port, Headers headers = {}, int receive_buffer = 0)
        : socket_(port, receive_buffer) {
        headers.try_emplace("Host", "127.0.0.1:" + std::to_string(port));
        std::string text =
            "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
        socket_.write(text + "\r\n");
        if (!socket_.read_until(
                [](const std::string& b) { return b.find("\r\n\r\n") != std::string::npos; })) {
            return;
        }
        status_ = std::stoi(socket_.buffer().substr(9, 3));
        socket_.buffer().erase(0, socket_.buffer().find("\r\n\r\n") + 4);
    }

    int status() const { return status_; }
    SocketForTest& socket() { return socket_; }

    /// A masked frame with the mask 0, which leaves the text as it is.
    static std::string frame(std::string_view text, unsigned char first = 0x81) {
        std::string out(1, static_cast<char>(first));
        if (text.size() < 126) {
            out += static_cast<char>(0x80 | text.size());
        } else if (text.size() < 65536) {
            out += static_cast<char>(0xfe);
            out += static_cast<char>(text.size() >> 8);
            out += static_cast<char>(text.size() & 255);
        } else {
            out += static_cast<char>(0xff);
            for (int shift = 56; shift >= 0; shift -= 8) {
                out += static_cast<char>((text.size() >> shift) & 255);
            }
        }
        return out + std::string(4, '\0') + std::string(text);
    }
    bool send(const Json& message) { return socket_.write(frame(message.dump())); }
    bool send_text(std::string_view text) { return socket_.write(frame(text)); }

    /// The next message; discarded JSON where none comes.
    Json receive(std::chrono::milliseconds patience = std::chrono::seconds(60)) {
        std::string message;  // comes in several frames where it is long
        for (;;) {
            std::size_t header = 0;
            std::size_t length = 0;
            const auto whole = [&](const std::string& b) { return is_whole(b, header, length); };
            if (!socket_.read_until(whole, patience)) return Json::parse("", nullptr, false);
            const unsigned first = static_cast<unsigned char>(socket_.buffer()[0]);
            const unsigned kind = first & 15u;
            const std::string payload = socket_.buffer().substr(header, length);
            socket_.buffer().erase(0, header + length);
            if (kind == 9) socket_.write(frame(payload, 0x8a));
            if (kind == 8) return Json::parse("", nullptr, false);
            if (kind > 1) continue;
            message += payload;
            if ((first & 0x80u) != 0) return Json::parse(message, nullptr, false);
        }
    }

    /// Drops messages until one has this member with this value.
    Json wait_for(const char* member, const std::string& value) {
        for (;;) {
            Json message = receive();
            if (message.is_discarded()) return message;
            if (message.contains(member) && message[member] == value) return message;
        }
    }

private:
    static bool is_whole(const std::string& b, std::size_t& header, std::size_t& length) {
        if (b.size() < 2) return false;
        const auto byte = [&](std::size_t i) {
            return static_cast<std::size_t>(static_cast<unsigned char>(b[i]));
        };
        length = byte(1) & 127u;
        header = 2;
        if (length == 126) header = 4;
        if (length == 127) header = 10;
        if (b.size() < header) return false;
        if (header > 2) {
            length = 0;
            for (std::size_t i = 2; i < header; ++i) length = length * 256 + byte(i);
        }
        return b.size() >= header + length;
    }

    SocketForTest socket_;
    int status_ = 0;
};

/// A folder that is there while the object is.
class PlaceForTest {
public:
    PlaceForTest() {
        std::string name = (std::filesystem::temp_directory_path() / "ninefold-XXXXXX").native();
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = name;
    }
    ~PlaceForTest() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    PlaceForTest(const PlaceForTest&) = delete;
    PlaceForTest& operator=(const PlaceForTest&) = delete;
    std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace ninefold::server
