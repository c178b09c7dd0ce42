// SPDX-License-Identifier: MIT
#include "cli/cluster_option.h"

#include <unistd.h>

#include <array>

#include "base/fingerprint.h"
#include "base/sha256.h"
#include "cli/commands.h"
#include "engine/version.h"
#include "tui/terminal.h"

namespace ninefold::cli {

namespace {

constexpr const char* kGroup = "Cluster";

std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "host";
    return name.data();
}

/// Unique to a match, and the same when it is resumed.
std::string run_of(const ClusterOption::Event& event) {
    std::error_code error;
    const auto path = std::filesystem::weakly_canonical(event.database, error);
    return base::Sha256::of(fmt::format("{}\n{}\n{}\n{}", host_name(), path.string(),
                                        event.match.value, event.created))
        .substr(0, 16);
}

void say(const std::string& sentence) {
    const tui::Style style(stderr);
    fmt::print(stderr, "{}cluster:{} {}\n", style.yellow(), style.off(), sentence);
    std::fflush(stderr);
}

}  // namespace

std::string cluster_program() {
    base::Fingerprint networks;
    networks.add(engine::version_report());
    return fmt::format("{} {}", engine::version_text(), networks.text());
}

void NatsOptions::add_to(Command& command) {
    command.add_option("--nats-creds", credentials_, "credentials file for the NATS servers")
        .existing_file()
        .group(kGroup);
    command.add_option("--nats-tls-ca", tls_ca_, "certificates of the servers' authority")
        .existing_file()
        .group(kGroup);
    auto certificate =
        command.add_option("--nats-tls-cert", tls_certificate_, "this client's own certificate")
            .existing_file()
            .group(kGroup);
    auto key =
        command.add_option("--nats-tls-key", tls_key_, "and its key").existing_file().group(kGroup);
    certificate.needs(key);
    key.needs(certificate);
}

cluster::nats::ServerOptions NatsOptions::servers(const std::string& urls,
                                                  const std::string& name) const {
    return {value_or_throw(cluster::nats::parse_urls(urls)),
            name,
            credentials_,
            tls_ca_,
            tls_certificate_,
            tls_key_};
}

void ClusterOption::add_to(Command& command) {
    command
        .add_option("--cluster", urls_,
                    "let workers play the games: nats://HOST:PORT[,…] (docs/cluster.md)")
        .group(kGroup);
    command
        .add_option("--nats-replicas", replicas_,
                    "copies of each stream (default: 3 where the servers are a cluster, else 1)")
        .range(1, 5)
        .group(kGroup);
    nats_.add_to(command);
}

std::unique_ptr<cluster::ClusterVenue> ClusterOption::open(
    const Event& event, const std::vector<base::Result<sources::BotSource>>& bots) const {
    cluster::VenueSettings settings;
    settings.servers = nats_.servers(urls_, fmt::format("ninefold organiser {}", host_name()));
    settings.program = cluster_program();
    settings.run = run_of(event);
    settings.replicas = replicas_;
    settings.rules = cluster::TaskRules::of(event.house);
    settings.proof = event.proof;
    settings.say = say;
    return value_or_throw(cluster::ClusterVenue::open(std::move(settings), bots));
}

}  // namespace ninefold::cli
