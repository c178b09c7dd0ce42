// SPDX-License-Identifier: MIT
#include "cli/match_options.h"

#include <unistd.h>

#include <array>

#include <nlohmann/json.hpp>

#include "arena/forfeit_watch.h"
#include "arena/match_spec.h"
#include "base/counted.h"
#include "base/fingerprint.h"
#include "base/foreign_text.h"
#include "base/notice.h"
#include "base/number.h"
#include "base/sha256.h"
#include "cluster/cluster_venue.h"
#include "engine/version.h"
#include "pictures/text_style.h"
#include "process/bot_command.h"
#include "server/server.h"
#include "sources/shell_words.h"
#include "store/live_feed.h"

namespace ninefold::cli {

namespace {

/// Read once: it is no longer in the environment then.
const std::string& urls_of_environment() {
    static const std::string urls = process::take_secret("NINEFOLD_NATS");
    if (!urls.empty()) return urls;
    throw CommandError("the environment variable NINEFOLD_NATS is not set; it holds the servers: "
                       "nats://USER:PASSWORD@HOST:PORT[,…]");
}

/// Unique to a match, and the same when it is resumed.
std::string run_of(const ClusterOption::Event& event) {
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(event.database, error);
    return base::Sha256::of(fmt::format("{}\n{}\n{}\n{}", host_name(), path.string(),
                                        event.match.value, event.created))
        .substr(0, 16);
}

/// Reads `127.0.0.1:8099`, `[::1]:8099` or a port alone into the options.
void read_endpoint(std::string_view text, server::ServerOptions& options) {
    const std::size_t colon = text.rfind(':');
    const bool has_address = colon != std::string_view::npos;
    const auto port =
        base::parse_number<std::uint16_t>(has_address ? text.substr(colon + 1) : text);
    if (!port) {
        throw CommandError("--serve: {} is not ADDRESS:PORT, e.g. 127.0.0.1:8099",
                           base::quoted(text));
    }
    options.port = *port;
    if (!has_address) return;
    std::string_view address = text.substr(0, colon);
    if (address.starts_with('[') && address.ends_with(']')) {
        address = address.substr(1, address.size() - 2);
    }
    options.address = address;
}

}  // namespace

std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
    return name.data();
}

std::string cluster_program() {
    base::Fingerprint networks;
    networks.add(engine::version_report());
    return fmt::format("{} {}", engine::version_text(), networks.text());
}

void NatsOptions::add_to(Command& command) {
    command.heading("Cluster");
    const auto add_file = [&](const char* name, std::string& path, const char* help) {
        return command.add_option(name, path, help).existing_file();
    };
    add_file("--nats-creds", servers_.credentials, "credentials file for the NATS servers");
    add_file("--nats-tls-ca", servers_.tls_ca, "certificates of the servers' authority");
    auto certificate =
        add_file("--nats-tls-cert", servers_.tls_certificate, "this client's own certificate");
    auto key = add_file("--nats-tls-key", servers_.tls_key, "and its key");
    certificate.needs(key);
    key.needs(certificate);
    command.heading("");
}

cluster::nats::ServerOptions NatsOptions::servers(const std::string& name) const {
    cluster::nats::ServerOptions servers = servers_;
    servers.urls =
        value_or_throw(cluster::nats::parse_urls(urls == "env" ? urls_of_environment() : urls));
    servers.name = name;
    return servers;
}

void ClusterOption::add_to(Command& command) {
    command.heading("Cluster");
    command.add_option("--cluster", nats_.urls,
                       "let workers play the games: nats://HOST:PORT[,…], or env for "
                       "$NINEFOLD_NATS (docs/cluster.md)");
    command
        .add_option("--nats-replicas", replicas_,
                    "copies of each stream (default: 3 where the servers are a cluster, else 1)")
        .range(1, 5);
    nats_.add_to(command);
}

OwnedPlace ClusterOption::place(const arena::GamePlace& here, const Event& event,
                                const std::vector<base::Result<sources::BotSource>>& bots) const {
    if (nats_.urls.empty()) return {nullptr, here};
    constexpr int kGamesOut = 64;
    std::unique_ptr<arena::Venue> venue = value_or_throw(cluster::open_cluster_venue(
        {.servers = nats_.servers(fmt::format("ninefold organiser {}", host_name())),
         .program = cluster_program(),
         .run = run_of(event),
         .replicas = replicas_,
         .rules = cluster::TaskRules::of(event.house),
         .say = [](const std::string& sentence) { warn("cluster:", sentence); }},
        bots));
    const int slots = event.concurrency > 0 ? event.concurrency : kGamesOut;
    const arena::GamePlace there{.venue = venue.get(), .slots = slots};
    return {std::move(venue), there};
}

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
        return {nullptr, value_or_throw(store::open_live_feed(database, match))};
    }
    server::ServerOptions options;
    options.database = database;
    options.is_public = is_public_;
    options.version = engine::version_number();
    read_endpoint(serve_, options);
    Audience audience{value_or_throw(server::Server::start(options)), nullptr};
    audience.sink = audience.server->match_sink(match);
    // Only now is the match there to be found.
    base::notice("watch at {}{}\n", audience.server->url(), page);
    return audience;
}

void MatchOptions::add_time_b_to(Command& command) {
    command.add_option("--time-b", time_b,
                       "time control of BOT_B, where it is not that of BOT_A (time odds)");
}

void MatchOptions::add_openings_to(Command& command, const std::string& usual) {
    command.add_option("--openings", openings,
                       fmt::format("{}; where pairs begin (default {})", arena::Openings::kForms,
                                   usual));
}

void MatchOptions::add_concurrency_to(Command& command) {
    command.add_option("-c,--concurrency", concurrency, "games at the same time (default 1)")
        .range(1, 1024);
}

void MatchOptions::add_trial_to(Command& command) {
    time = "move=100ms";
    openings = "random:4";
    command.add_option("-t,--time", time, "time control (default move=100ms)");
    add_openings_to(command, openings);
    add_concurrency_to(command);
    command.add_option("--seed", seed, "seed of openings and all other random choices (default 1)");
    position.add_to(command);
}

void MatchOptions::add_new_to(Command& command, const std::string& what) {
    command.add_flag("--new", restart,
                     fmt::format("start a new {} even if the same one is unfinished", what));
}

arena::MatchSpec MatchOptions::spec(std::string event, const BotPair& bots,
                                    arena::MatchFormat format) const {
    arena::MatchSpec spec;
    spec.event = std::move(event);
    spec.a_source = bots.a.text;
    spec.b_source = bots.b.text;
    std::tie(spec.a_name, spec.b_name) = bots.names();
    spec.start = position.first_position();
    spec.time_control = value_or_throw(arena::parse_time_control(time));
    if (time_b) spec.time_control_b = value_or_throw(arena::parse_time_control(*time_b));
    spec.format = std::move(format);
    spec.openings = value_or_throw(arena::Openings::parse(openings, spec.start));
    spec.seed = seed;
    return spec;
}

std::unique_ptr<store::Store> MatchOptions::open_store() const {
    return value_or_throw(store::Store::open(db.path()));
}

std::unique_ptr<store::KeptMatch> MatchOptions::open(store::Store& store,
                                                     store::WantedMatch wanted) const {
    auto match = value_or_throw(store::KeptMatch::open(store, std::move(wanted), restart));
    if (!match->note().empty()) print_note(match->note());
    match->on_change([](const std::string& bot, int after_games) {
        print_note(fmt::format("the files of {} changed after game {}; when it is started again, "
                               "it is another bot",
                               bot, after_games));
    });
    return match;
}

OwnedPlace MatchOptions::place(const store::Store& store, const store::KeptMatch& match,
                               const BotPair& pair) const {
    return cluster.place({.maker = pair.maker(), .slots = std::max(1, concurrency)},
                         {store.path(), match.id(), match.info().date, bots.rules(), concurrency},
                         {pair.a, pair.b});
}

store::WantedMatch wanted_match(store::MatchKind kind, const arena::MatchSpec& spec,
                                const BotPair& bots) {
    return {
        .kind = kind, .spec = spec, .a = bots.a, .b = bots.b, .conditions = arena::to_json(spec)};
}

namespace {

/// ` --db FILE`, where a command must name this database; empty for the usual one.
std::string db_words(const store::Store& store) {
    const auto usual = store::default_path();
    if (usual && *usual == store.path()) return "";
    return " --db " + sources::escaped_word(store.path().native());
}

}  // namespace

void print_forfeits(std::FILE* out, store::Store& store, store::MatchId match, std::int64_t most) {
    const store::GameFilter forfeits{.match = match,
                                     .forfeits = true,
                                     .order = store::Order::kByNumber,
                                     .limit = most};
    const std::int64_t count = value_or_throw(store.count(forfeits));
    if (count == 0) return;
    const std::string command = fmt::format("ninefold games --match {} --forfeits{}",
                                            store::to_text(match), db_words(store));
    if (most == 0)
        return fmt::print(out, "{}, listed by: {}\n", base::counted(count, "forfeit"), command);
    const pictures::TextStyle style(out);
    fmt::print(out, "forfeits {}\n", count);
    const auto print = [&](store::GameId id, const record::GameRecord& game) {
        fmt::print(out, "  {} lost by {}: {}  (ninefold {} {})\n",
                   style.red(base::safe_text(arena::loser_of(game), 200)),
                   rules::name(*game.ending), base::safe_lines(game.detail),
                   game.log.empty() ? "replay" : "log", store::to_text(id));
        return true;
    };
    throw_if_failed(store.for_each(forfeits, print));
    if (count > most) fmt::print(out, "  … and {} more: {}\n", count - most, command);
}

void print_variety(std::FILE* out, store::Store& store, store::MatchId match,
                   const arena::Openings& openings) {
    const store::Variety found = value_or_throw(store.variety(match));
    if (10 * found.different_by_side >= 9 * found.games) return;
    fmt::print(out,
               "{} only {} of {}: the bots do not vary{}. The errors shown "
               "count every game as a new one.\n",
               pictures::TextStyle(out).yellow("note:"),
               base::counted(found.different, "different game"), found.games,
               openings.text() == "start"
                   ? "; --openings balanced starts them from different positions"
                   : ", and the openings are few");
}

int say_resumable() {
    base::notice("every finished game is kept; give the same command again to resume\n");
    return 1;
}

}  // namespace ninefold::cli
