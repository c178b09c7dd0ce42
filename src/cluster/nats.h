// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

struct __natsMsg;
struct __natsSubscription;
struct __natsConnection;
struct __jsCtx;

/// What the cluster needs of libnats, as values that clean up after themselves. Everything waits
/// for its answer; libnats calls nobody back.
namespace ninefold::cluster::nats {

using Milliseconds = std::chrono::milliseconds;

/// How to reach the servers, as the command line says.
struct ServerOptions {
    std::vector<std::string> urls{};  ///< of any servers of one cluster
    std::string name{};               ///< of this client, shown by the server's monitoring
    std::string credentials{};        ///< file of `nsc`, `.creds`
    std::string tls_ca{}, tls_certificate{}, tls_key{};
    bool operator==(const ServerOptions&) const = default;

    /// For messages: without what stands before an `@`.
    std::string shown() const;
};

/// `nats://a:4222,nats://b:4222`; a scheme is `nats` or `tls`, and may be left out.
base::Result<std::vector<std::string>> parse_urls(std::string_view text);

/// What libnats made, with its function that frees it.
template <typename T>
using Owned = std::unique_ptr<T, void (*)(T*)>;

/// A message that was delivered, and is to be acknowledged. Its methods send at once and do not
/// wait; what is lost on the way leads to another delivery. Any thread, one at a time.
class Message {
public:
    explicit Message(__natsMsg* message);

    std::string_view data() const;
    void acknowledge();
    /// It is still being worked on: the time to acknowledge restarts.
    void in_progress();
    /// Gives it back, to be delivered again after a while.
    void give_back(Milliseconds delay);
    /// It can never be processed: do not deliver it again.
    void refuse();
    /// How often it was delivered, this time included.
    int deliveries() const;

private:
    Owned<__natsMsg> message_;
};

/// Pulls messages of a consumer. One thread at a time.
class Subscription {
public:
    explicit Subscription(__natsSubscription* subscription);

    /// Up to `most` messages, none where none came in time.
    base::Result<std::vector<Message>> fetch(int most, Milliseconds timeout);
    /// Ends it: a fetch() that waits fails. Any thread.
    void close();

private:
    Owned<__natsSubscription> subscription_;
};

/// What a stream keeps, and how.
struct StreamPlan {
    std::string name, subjects, description;
    bool work_queue = true;  ///< a message is gone once it is acknowledged
    std::chrono::hours max_age{0};
    int replicas = 1;
};

struct StreamState {
    std::string description;
    std::uint64_t messages = 0, bytes = 0;
    int replicas = 1;
    bool is_led = true;  ///< false: its servers have not agreed on who leads; nothing works yet
};

struct ConsumerPlan {
    std::string stream, name, filter;
    Milliseconds ack_wait{10'000};
};

struct ConsumerState {
    std::uint64_t waiting = 0;   ///< messages not yet delivered
    std::uint64_t held = 0;      ///< delivered and not acknowledged
    std::uint64_t requests = 0;  ///< pulls that wait for a message
};

/// A connection that comes back by itself when it was lost: until then everything that waits for an
/// answer fails, and may be tried again. Any thread.
class Connection {
public:
    static base::Result<std::unique_ptr<Connection>> open(const ServerOptions& options);

    /// As messages name them.
    const std::string& servers() const { return servers_; }

    /// Nothing where there is no such stream.
    base::Result<std::optional<StreamState>> stream(const std::string& name) const;
    /// How many messages the stream has under a subject.
    base::Result<std::uint64_t> count(const std::string& stream, const std::string& subject) const;
    /// `replicas` 0: three where the servers are a cluster, else one.
    base::Result<void> add_stream(const StreamPlan& plan) const;
    base::Result<void> delete_stream(const std::string& name) const;
    /// Deletes what the stream holds under a subject.
    base::Result<void> purge(const std::string& stream, const std::string& subject) const;

    /// Makes a durable consumer, or finds it.
    base::Result<void> add_consumer(const ConsumerPlan& plan) const;
    base::Result<void> delete_consumer(const std::string& stream, const std::string& name) const;
    base::Result<ConsumerState> consumer(const std::string& stream, const std::string& name) const;
    base::Result<Subscription> subscribe(const ConsumerPlan& plan) const;

    /// Returns when the stream has the message; after an error it may have it as well.
    ///
    /// Messages have no ids for the stream to know duplicates by. Servers of 2.9 count those that
    /// they drop, lose that count when one of them is restarted, and number what follows
    /// differently ever after: acknowledgements then remove other messages, or the stream breaks.
    base::Result<void> publish(const std::string& subject, std::string_view data) const;
    /// The last message under a subject; nothing where there is none.
    base::Result<std::optional<std::string>> last(const std::string& stream,
                                                  const std::string& subject) const;
    std::size_t max_payload() const;
    /// Waits until what was sent without an answer, acknowledgements, has reached the server.
    void flush() const;

private:
    Connection(std::string servers, Owned<__natsConnection> connection, Owned<__jsCtx> stream)
        : servers_(std::move(servers)),
          connection_(std::move(connection)),
          stream_(std::move(stream)) {}
    std::string servers_;
    Owned<__natsConnection> connection_;
    Owned<__jsCtx> stream_;
};

}  // namespace ninefold::cluster::nats
