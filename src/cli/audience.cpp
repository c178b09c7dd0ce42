// SPDX-License-Identifier: MIT
#include "cli/audience.h"

#include <charconv>

#include "base/foreign_text.h"
#include "cli/commands.h"
#include "engine/version.h"

namespace ninefold::cli {

namespace {

/// Reads `127.0.0.1:8099`, `[::1]:8099` or a port alone into the options.
void read_endpoint(std::string_view text, server::ServerOptions& options) {
    const std::size_t colon = text.rfind(':');
    const std::string_view port = colon == std::string_view::npos ? text : text.substr(colon + 1);
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), options.port);
    if (error != std::errc() || end != port.data() + port.size()) {
        throw CommandError(fmt::format("--serve: {} is not ADDRESS:PORT, e.g. 127.0.0.1:8099",
                                       base::quoted(text)));
    }
    if (colon == std::string_view::npos) return;
    std::string_view address = text.substr(0, colon);
    if (address.starts_with('[') && address.ends_with(']')) {
        address = address.substr(1, address.size() - 2);
    }
    options.address = address;
}

}  // namespace

Audience::Audience(std::unique_ptr<server::Server> server, store::MatchId match)
    : server_(std::move(server)), sink_(server_->match_sink(match)) {}

Audience::Audience(std::unique_ptr<store::LiveFeedWriter> live_feed)
    : sink_(std::move(live_feed)) {}

void Audience::join(arena::Broadcaster& broadcaster) { broadcaster.add(*sink_); }

void AudienceOption::add_to(Command& command) {
    command.add_flag("--serve{127.0.0.1:8099}", serve_,
                     "show the games in the browser while they are played; --serve=ADDRESS:PORT "
                     "to choose where");
    command.add_flag("--public", is_public_,
                     "with --serve: allow an address that other machines can reach");
}

Audience AudienceOption::invite(const std::filesystem::path& database, store::MatchId match,
                                std::string_view page) const {
    if (serve_.empty()) {
        return Audience(value_or_throw(store::LiveFeedWriter::open(database, match)));
    }
    server::ServerOptions options;
    options.database = database;
    options.is_public = is_public_;
    options.version = engine::version_number();
    read_endpoint(serve_, options);
    auto server = value_or_throw(server::Server::start(options));
    const std::string url = server->url();
    Audience audience(std::move(server), match);
    fmt::print(stderr, "watch at {}{}\n", url, page);  // only now is the match there to be found
    return audience;
}

}  // namespace ninefold::cli
