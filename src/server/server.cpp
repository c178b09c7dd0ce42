// SPDX-License-Identifier: MIT
#include "server/server.h"

#include <sys/resource.h>

#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "base/try.h"
#include "server/guard.h"
#include "server/log_exceptions.h"
#include "server/sessions.h"
#include "store/match_lock.h"

namespace ninefold::server {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using base::fail;
using boost::system::error_code;

/// Each connection is an open file; the usual limit of 1024 would be the first to be hit.
void allow_many_files(std::size_t wanted) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur =
        std::min<rlim_t>(limit.rlim_max, std::max<rlim_t>(limit.rlim_cur, wanted + 256));
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

base::Result<tcp::endpoint> read_endpoint(const ServerOptions& options) {
    error_code error;
    const auto address = asio::ip::make_address(options.address, error);
    if (error) {
        return fail("address '{}' is not a number such as 127.0.0.1 or ::1", options.address);
    }
    if (!address.is_loopback() && !options.is_public) {
        return fail("on the address {} others can reach the server; add --public to allow this",
                    options.address);
    }
    return tcp::endpoint(address, options.port);
}

base::Result<std::vector<std::string>> read_names(const std::vector<std::string>& given) {
    std::vector<std::string> names;
    for (const std::string& name : given) {
        auto read = read_host_name(name);
        if (!read) return fail("--name: {}", read.error().message);
        names.push_back(std::move(*read));
    }
    return names;
}

/// What requests may call the server; nothing where that cannot be known.
std::vector<std::string> hosts(const ServerOptions& options, const tcp::endpoint& endpoint) {
    std::vector<std::string> hosts = options.names;
    if (!endpoint.address().is_loopback()) return hosts;
    for (const char* name : {"localhost", "127.0.0.1", "[::1]"}) {
        hosts.push_back(fmt::format("{}:{}", name, endpoint.port()));
        if (endpoint.port() == 80) hosts.emplace_back(name);
    }
    return hosts;
}

/// Where all clients have one address, they share what otherwise each of them has.
void share_one_address(Settings& settings) {
    settings.new_games_per_minute = settings.new_games_per_minute_here;
    settings.analyses_per_minute = settings.analyses_per_minute_here;
    settings.most_games_of_one = SIZE_MAX;
    settings.most_listed_of_one = SIZE_MAX;
    settings.questions.running_of_one = static_cast<std::size_t>(settings.bot_threads);
    settings.questions.running_of_lines = static_cast<std::size_t>(settings.bot_threads);
    settings.analyses.running_of_one = static_cast<std::size_t>(settings.analysis_threads);
}

base::Result<tcp::acceptor> listen_on(asio::io_context& io, const tcp::endpoint& endpoint) {
    try {
        return tcp::acceptor(io, endpoint);
    } catch (const boost::system::system_error& error) {
        return fail("port {} of {} cannot be used: {}", endpoint.port(),
                    endpoint.address().to_string(), error.code().message());
    }
}

class RunningServer final : public Server {
public:
    RunningServer(const ServerOptions& options, Proxies proxies, store::MatchLock lock,
                  std::unique_ptr<store::Store> store, std::unique_ptr<store::Store> planners,
                  std::unique_ptr<store::LiveGameStore> live)
        : options_(options),
          proxies_(std::move(proxies)),
          lock_(std::move(lock)),
          acceptor_(io_),
          retry_(io_),
          lobby_(options.settings.kept_events, options.settings.most_listed_of_one),
          archive_(std::move(store)),
          planner_(std::move(planners)),
          matches_(options.settings, options.database, archive_, planner_, lobby_),
          live_games_(options.settings, std::move(live), lobby_),
          analyst_(options.settings.analysis_threads, options.settings.analyses,
                   options.settings.analysis_hash_mb),
          sent_bots_(options.database, options.settings.sent_bots),
          api_(options.settings,
               {live_games_, matches_, lobby_, archive_, planner_, analyst_, sent_bots_},
               options.version) {}

    ~RunningServer() override { RunningServer::stop(); }

    base::Result<void> listen(const tcp::endpoint& endpoint) {
        acceptor_ = TRY(listen_on(io_, endpoint));
        TRY(live_games_.restore());
        const bool loopback = endpoint.address().is_loopback();
        const bool private_here = loopback && options_.names.empty() && proxies_.empty();
        if (!private_here && options_.admin_token.empty()) options_.admin_token = new_token();
        const Settings& settings = options_.settings;
        context_ = std::make_shared<ConnectionContext>(
            settings, Guard(hosts(options_, acceptor_.local_endpoint()), options_.admin_token),
            proxies_, loopback ? settings.most_connections : settings.most_connections_of_one);
        context_->api = &api_;
        matches_.restore();
        (void)planner_.post([this](store::Store& store) { sent_bots_.tidy(store); });
        accept();
        for (int i = 0; i < std::max(1, settings.io_threads); ++i) {
            threads_.emplace_back([this] { serve(); });
        }
        return {};
    }

    void stop() override {
        io_.stop();
        for (std::thread& thread : threads_) thread.join();
        threads_.clear();
        error_code ignored;
        acceptor_.close(ignored);
        analyst_.close();
        planner_.close();
        matches_.close();
        archive_.close();
        live_games_.close();
    }

    std::uint16_t port() const override {
        error_code ignored;
        return acceptor_.local_endpoint(ignored).port();
    }
    const ServerOptions& options() const override { return options_; }
    std::unique_ptr<arena::EventSink> match_sink(store::MatchId id) override {
        return matches_.sink(id);
    }

private:
    /// A handler that throws loses its connection, and no other.
    void serve() {
        for (bool is_over = false; !is_over;) {
            log_exceptions([&] {
                io_.run();
                is_over = true;
            });
        }
    }

    void accept() {
        acceptor_.async_accept(asio::make_strand(io_),
                               [this](error_code error, tcp::socket socket) {
                                   if (error == asio::error::operation_aborted) return;
                                   if (error) return accept_later();
                                   log_exceptions([&] { receive(std::move(socket)); });
                                   accept();
                               });
    }

    /// Out of files or memory: waiting helps, trying again at once does not.
    void accept_later() {
        retry_.expires_after(std::chrono::milliseconds(100));
        retry_.async_wait([this](error_code error) {
            if (!error) accept();
        });
    }

    /// Says why, as far as that goes without waiting for anybody.
    static void turn_away(tcp::socket socket) {
        constexpr std::string_view kAnswer =
            "HTTP/1.1 503 Service Unavailable\r\nServer: ninefold\r\nConnection: close\r\n"
            "Content-Type: application/json\r\nContent-Length: 76\r\n\r\n"
            R"({"error":{"code":"busy","message":"too many connections; try again later"}})"
            "\n";
        error_code ignored;
        socket.non_blocking(true, ignored);
        socket.write_some(asio::buffer(kAnswer), ignored);
        socket.shutdown(tcp::socket::shutdown_send, ignored);
    }

    void receive(tcp::socket socket) {
        error_code error;
        const auto remote = socket.remote_endpoint(error);
        if (error) return;
        const std::string address = client_of(remote.address());
        const bool is_proxy = proxies_.trusts(remote.address());
        if (!context_->connections.enter(address, is_proxy)) return turn_away(std::move(socket));
        socket.set_option(tcp::no_delay(true), error);
        start_http_session(std::move(socket), Place(context_, remote.address()));
    }

    ServerOptions options_;
    Proxies proxies_;
    store::MatchLock lock_;  ///< one server has a database's live games
    std::shared_ptr<ConnectionContext> context_;
    asio::io_context io_;  ///< before all that connections use: it goes after them
    tcp::acceptor acceptor_;
    asio::steady_timer retry_;
    Lobby lobby_;
    Archive archive_;
    Archive planner_;
    Matches matches_;
    LiveGames live_games_;
    Analyst analyst_;
    SentBots sent_bots_;
    Api api_;
    std::vector<std::thread> threads_;
};

}  // namespace

base::Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options) {
    const auto endpoint = TRY(read_endpoint(options));
    auto names = TRY(read_names(options.names));
    auto proxies = TRY(Proxies::parse(options.trusted_proxies));
    allow_many_files(options.settings.most_connections);
    auto store = TRY(store::Store::open(options.database));
    auto planners = TRY(store::Store::open(options.database));
    auto live = TRY(store::LiveGameStore::open(options.database));
    auto lock = TRY(store::MatchLock::take(options.database, store::kCasual));
    ServerOptions adapted = options;
    adapted.names = std::move(names);
    if (endpoint.address().is_loopback() && proxies.empty()) share_one_address(adapted.settings);
    auto server =
        std::make_unique<RunningServer>(adapted, std::move(proxies), std::move(lock),
                                        std::move(store), std::move(planners), std::move(live));
    TRY(server->listen(endpoint));
    return std::unique_ptr<Server>(std::move(server));
}

std::string Server::url() const {
    const std::string& address = options().address;
    const bool six = address.find(':') != std::string::npos;
    return fmt::format("http://{}:{}/", six ? "[" + address + "]" : address, port());
}

}  // namespace ninefold::server
