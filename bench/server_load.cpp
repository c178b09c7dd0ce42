// SPDX-License-Identifier: MIT
// Loads a server on this machine: a crowd that watches one game, many games at once, and the
// engine at every level. bench/server starts both.
//
//     server_load --port 8199 --spectators 2000 --moves 40 --games 200 --levels 10
//
// Reports how long after a move was sent each spectator had its event, and how long a move took to
// be answered while all games were played at the same time. Only ever talks to 127.0.0.1, and opens
// no more connections than asked (at most 10,000). It is one thread, as the crowd's machine
// would be; what it measures includes its own reading.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

struct Options {
    int port = 8199;
    int spectators = 2000;
    int moves = 40;
    int games = 200;
    int levels = 10;
    int pause_ms = 100;
};

[[noreturn]] void give_up(const std::string& why) { throw std::runtime_error(why); }

int connect_to(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        give_up(fmt::format("cannot connect to port {}: {}", port, std::strerror(errno)));
    }
    return socket;
}

void write_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) give_up("the server hung up");
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

/// A WebSocket that sends small frames and reads whole ones.
class Client {
public:
    explicit Client(int port) : socket_(connect_to(port)) {
        write_all(socket_,
                  fmt::format("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: Upgrade\r\n"
                              "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                              port));
        while (in_.find("\r\n\r\n") == std::string::npos) fill();
        if (in_.compare(9, 3, "101") != 0) give_up(in_.substr(0, 200));
        in_.erase(0, in_.find("\r\n\r\n") + 4);
    }
    Client(Client&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)), in_(std::move(other.in_)) {}
    Client& operator=(Client&&) = delete;
    ~Client() {
        if (socket_ >= 0) close(socket_);
    }

    int socket() const { return socket_; }

    void send(const Json& message) const {
        const std::string text = message.dump();
        std::string frame = "\x81";
        if (text.size() < 126) {
            frame += static_cast<char>(0x80 | text.size());
        } else {
            frame += static_cast<char>(0xfe);
            frame += static_cast<char>(text.size() >> 8);
            frame += static_cast<char>(text.size() & 255);
        }
        write_all(socket_, frame + std::string(4, '\0') + text);
    }

    /// Reads what has come; waits for the first byte.
    void fill() {
        char bytes[16384];
        const ssize_t got = recv(socket_, bytes, sizeof bytes, 0);
        if (got <= 0) give_up("the server hung up");
        in_.append(bytes, static_cast<std::size_t>(got));
    }

    /// The next whole text frame that is there already; empty where there is none.
    std::string next() {
        for (;;) {
            const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[i]); };
            if (in_.size() < 2) return {};
            std::size_t length = byte(1) & 127u;
            std::size_t header = length == 126 ? 4 : length == 127 ? 10 : 2;
            if (in_.size() < header) return {};
            if (header > 2) length = 0;
            for (std::size_t i = 2; i < header; ++i) length = length * 256 + byte(i);
            if (in_.size() < header + length) return {};
            const unsigned kind = byte(0) & 15u;
            std::string payload = in_.substr(header, length);
            in_.erase(0, header + length);
            if (kind == 1) return payload;
            if (kind == 9) write_all(socket_, std::string("\x8a\x80\0\0\0\0", 6));
        }
    }

    /// Waits for a message with this text in it; others are dropped.
    Json wait_for(std::string_view part) {
        for (;;) {
            for (std::string text = next(); !text.empty(); text = next()) {
                if (text.find(part) != std::string::npos) return Json::parse(text);
            }
            fill();
        }
    }

    Json call(const std::string& path, const Json& body) {
        send({{"type", "call"}, {"id", 1}, {"method", "POST"}, {"path", path}, {"body", body}});
        Json reply = wait_for("\"type\":\"reply\"");
        if (reply["status"] >= 400) give_up(reply.dump());
        return reply["body"];
    }

private:
    int socket_;
    std::string in_;
};

/// Milliseconds, sorted when first asked.
class Times {
public:
    void add(Clock::duration time) {
        values_.push_back(std::chrono::duration<double, std::milli>(time).count());
    }
    std::string text() {
        if (values_.empty()) return "nothing measured";
        std::sort(values_.begin(), values_.end());
        return fmt::format(
            "p50 {:.2f} ms  p90 {:.2f} ms  p99 {:.2f} ms  max {:.2f} ms  ({} measured)", at(0.5),
            at(0.9), at(0.99), values_.back(), values_.size());
    }

private:
    double at(double share) const {
        return values_[std::min(values_.size() - 1,
                                static_cast<std::size_t>(share *
                                                         static_cast<double>(values_.size())))];
    }
    std::vector<double> values_;
};

struct Game {
    std::string id;
    std::map<std::string, std::string> tokens;
    Json state;
};

Game make_game(Client& client) {
    const Json made =
        client.call("/api/games",
                    {{"x", {{"kind", "human"}}}, {"o", {{"kind", "human"}}}, {"listed", false}});
    return {made["game"]["id"],
            {{"x", made["tokens"]["x"]}, {"o", made["tokens"]["o"]}},
            made["game"]};
}

Json next_move(const Game& game) {
    const Json& legal = game.state["legal"];
    return {{"token", game.tokens.at(game.state["turn"])},
            {"move", legal[static_cast<std::size_t>(std::rand()) % legal.size()]}};
}

class Crowd {
public:
    Crowd(const Options& options, const std::string& channel)
        : poll_(epoll_create1(EPOLL_CLOEXEC)) {
        clients_.reserve(static_cast<std::size_t>(options.spectators));
        for (int i = 0; i < options.spectators; ++i) {
            Client& client = clients_.emplace_back(options.port);
            client.send({{"type", "subscribe"}, {"channel", channel}});
            client.wait_for("\"type\":\"snapshot\"");
            epoll_event event{};
            event.events = EPOLLIN;
            event.data.u64 = static_cast<std::uint64_t>(i);
            epoll_ctl(poll_, EPOLL_CTL_ADD, client.socket(), &event);
        }
    }
    ~Crowd() { close(poll_); }

    /// Waits until everybody has the event with this number; notes how long after `sent` each had
    /// it.
    void hear(std::uint64_t seq, Clock::time_point sent, Times& first, Times& times) {
        const std::string mark = fmt::format("\"seq\":{},", seq);
        std::size_t heard = 0;
        while (heard < clients_.size()) {
            epoll_event events[256];
            const int count = epoll_wait(poll_, events, 256, 10'000);
            if (count <= 0)
                give_up(fmt::format("only {} of {} heard event {}", heard, clients_.size(), seq));
            for (int i = 0; i < count; ++i) {
                Client& client = clients_[events[i].data.u64];
                client.fill();
                const auto now = Clock::now();
                for (std::string text = client.next(); !text.empty(); text = client.next()) {
                    if (text.find(mark) == std::string::npos) continue;
                    times.add(now - sent);
                    if (++heard == 1) first.add(now - sent);
                }
            }
        }
    }

private:
    int poll_;
    std::vector<Client> clients_;
};

void watch_one_game(const Options& options) {
    Client player(options.port);
    Game game = make_game(player);
    const auto began = Clock::now();
    Crowd crowd(options, "game:" + game.id);
    fmt::print("{} spectators came in {:.2f} s\n", options.spectators,
               std::chrono::duration<double>(Clock::now() - began).count());
    Times first, times;
    int moves = 0;
    for (; moves < options.moves && game.state["state"] == "running"; ++moves) {
        const Json body = next_move(game);
        const auto sent = Clock::now();
        player.send({{"type", "call"},
                     {"id", 1},
                     {"path", "/api/games/" + game.id + "/move"},
                     {"body", body}});
        crowd.hear(game.state["seq"].get<std::uint64_t>() + 1, sent, first, times);
        game.state = player.wait_for("\"type\":\"reply\"")["body"]["game"];
        usleep(static_cast<useconds_t>(options.pause_ms) * 1000);
    }
    fmt::print("the first spectator hears of a move after: {}\n", first.text());
    fmt::print("fan-out of {} moves to {} spectators: {}\n", moves, options.spectators,
               times.text());
}

/// All games at once: a move in each is on its way before the first answer is read.
void play_many_games(const Options& options) {
    std::vector<Client> clients;
    std::vector<Game> games;
    clients.reserve(static_cast<std::size_t>(options.games));
    for (int i = 0; i < options.games; ++i) {
        games.push_back(make_game(clients.emplace_back(options.port)));
    }
    Times times;
    const auto began = Clock::now();
    int moves = 0;
    for (int round = 0; round < 20; ++round) {
        std::vector<Clock::time_point> sent(games.size());
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (games[i].state["state"] != "running") continue;
            sent[i] = Clock::now();
            clients[i].send({{"type", "call"},
                             {"id", 1},
                             {"path", "/api/games/" + games[i].id + "/move"},
                             {"body", next_move(games[i])}});
        }
        for (std::size_t i = 0; i < games.size(); ++i) {
            if (games[i].state["state"] != "running") continue;
            const Json reply = clients[i].wait_for("\"type\":\"reply\"");
            if (reply["status"] != 200) give_up(reply.dump());
            games[i].state = reply["body"]["game"];
            times.add(Clock::now() - sent[i]);
            ++moves;
        }
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
    fmt::print(
        "{} games at once, each move on the disk before it is answered: {:.0f} moves/s, {}\n",
        options.games, moves / seconds, times.text());
}

/// Each level moves once and a position is analysed, so that all that the server may need is there.
void wake_the_engine(const Options& options) {
    Client client(options.port);
    Times times;
    for (int level = 1; level <= std::min(options.levels, 10); ++level) {
        const Json bot = {{"kind", "bot"}, {"bot", fmt::format("engine:level={}", level)}};
        const auto sent = Clock::now();
        const Json made =
            client.call("/api/games", {{"x", bot}, {"o", {{"kind", "human"}}}, {"listed", false}});
        const Json& game = made["game"];
        client.send({{"type", "subscribe"},
                     {"channel", "game:" + game["id"].get<std::string>()},
                     {"after", game["seq"]}});
        client.wait_for("\"event\":\"move\"");
        times.add(Clock::now() - sent);
    }
    client.call("/api/analyse", {{"time_ms", 200}});
    fmt::print("the engine's first move at levels 1 to {}: {}\n", std::min(options.levels, 10),
               times.text());
}

Options read(int argc, char** argv) {
    Options options;
    const std::map<std::string_view, int*> known = {{"--port", &options.port},
                                                    {"--spectators", &options.spectators},
                                                    {"--moves", &options.moves},
                                                    {"--games", &options.games},
                                                    {"--levels", &options.levels},
                                                    {"--pause-ms", &options.pause_ms}};
    for (int i = 1; i < argc; i += 2) {
        const auto found = known.find(argv[i]);
        if (found == known.end() || i + 1 == argc) {
            give_up("usage: server_load [--port N] [--spectators N] [--moves N] [--games N] "
                    "[--levels N] [--pause-ms N]");
        }
        *found->second =
            std::clamp(std::atoi(argv[i + 1]), 0, found->first == "--port" ? 65535 : 10'000);
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Options options = read(argc, argv);
        rlimit files{};
        getrlimit(RLIMIT_NOFILE, &files);
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        if (options.spectators > 0) watch_one_game(options);
        if (options.games > 0) play_many_games(options);
        if (options.levels > 0) wake_the_engine(options);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "server_load: {}\n", error.what());
        return 1;
    }
}
