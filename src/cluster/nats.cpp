// SPDX-License-Identifier: MIT
#include "cluster/nats.h"

#include <nats/nats.h>

#include <algorithm>
#include <utility>

#include "base/foreign_text.h"
#include "base/split.h"
#include "base/try.h"

namespace ninefold::cluster::nats {

namespace {

using base::fail;

constexpr std::int64_t kReconnectWaitMs = 250;
constexpr std::int64_t kReconnectJitterMs = 250;
constexpr std::int64_t kAnswerMs = 5000;
/// Of the server's administration, which does not answer at all while there is no leader.
constexpr std::int64_t kInformationMs = 2000;
constexpr std::int64_t kConnectMs = 3000;

/// libnats's words for what failed, with the server's where there are any.
base::Error error_of(natsStatus status, std::string_view doing) {
    if (status == NATS_NO_RESPONDERS) {
        return fail("{}: the NATS server has no JetStream, or its cluster has no leader yet; "
                    "'nats-server -js' has one",
                    doing);
    }
    natsStatus last = NATS_OK;
    const char* detail = nats_GetLastError(&last);
    if (last == status && detail != nullptr && *detail != '\0') {
        return fail("{}: {} ({})", doing, natsStatus_GetText(status), detail);
    }
    return fail("{}: {}", doing, natsStatus_GetText(status));
}

base::Result<void> checked(natsStatus status, std::string_view doing) {
    if (status == NATS_OK) return {};
    return error_of(status, doing);
}

jsOptions options_with(std::int64_t wait) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = wait;
    return options;
}

/// Without it libnats writes to standard error by itself. The call that fails reports the
/// error.
void ignore_error(natsConnection*, natsSubscription*, natsStatus, void*) {}

natsStatus set_servers(natsOptions* options, const std::vector<std::string>& urls) {
    std::vector<const char*> servers;
    for (const std::string& url : urls) servers.push_back(url.c_str());
    return natsOptions_SetServers(options, servers.data(), static_cast<int>(servers.size()));
}

bool wants_tls(const ServerOptions& options) {
    return !options.tls_ca.empty() || !options.tls_certificate.empty() ||
           std::any_of(options.urls.begin(), options.urls.end(),
                       [](const auto& url) { return url.starts_with("tls:"); });
}

/// What may help where no connection came about.
std::string_view advice_on(natsStatus status, const ServerOptions& options) {
    switch (status) {
        case NATS_CONNECTION_AUTH_FAILED:
        case NATS_NOT_PERMITTED:
            return "the server does not let this user in: --nats-creds names a credentials file, "
                   "nats://USER:PASSWORD@HOST:PORT a user";
        case NATS_SECURE_CONNECTION_REQUIRED:
            return "the server wants an encrypted connection: write tls:// before its name";
        case NATS_SECURE_CONNECTION_WANTED:
            return "the server has no encryption: write nats:// before its name, without "
                   "--nats-tls-…";
        case NATS_SSL_ERROR:
            return "no encrypted connection: --nats-tls-ca names the CA certificate of the "
                   "server";
        default: break;
    }
    if (status != NATS_NO_SERVER && wants_tls(options) && options.tls_certificate.empty()) {
        return "the server may want a certificate of this client: --nats-tls-cert, --nats-tls-key";
    }
    return "is a server running there? 'nats-server -js' starts one";
}

base::Result<void> set_security(natsOptions* to, const ServerOptions& options) {
    const std::string& ca = options.tls_ca;
    const std::string& certificate = options.tls_certificate;
    const std::string& credentials = options.credentials;
    if (wants_tls(options)) natsOptions_SetSecure(to, true);
    if (!ca.empty()) {
        TRY(checked(natsOptions_LoadCATrustedCertificates(to, ca.c_str()), "--nats-tls-ca " + ca));
    }
    if (!certificate.empty()) {
        TRY(checked(natsOptions_LoadCertificatesChain(to, certificate.c_str(),
                                                      options.tls_key.c_str()),
                    "--nats-tls-cert " + certificate));
    }
    if (credentials.empty()) return {};
    return checked(natsOptions_SetUserCredentialsFromFiles(to, credentials.c_str(), nullptr),
                   "--nats-creds " + credentials);
}

base::Result<Owned<natsOptions>> make_options(const ServerOptions& options) {
    natsOptions* raw = nullptr;
    TRY(checked(natsOptions_Create(&raw), "NATS"));
    Owned<natsOptions> made(raw, natsOptions_Destroy);
    TRY(checked(set_servers(raw, options.urls), options.shown()));
    natsOptions_SetName(raw, options.name.c_str());
    natsOptions_SetTimeout(raw, kConnectMs);
    natsOptions_SetMaxReconnect(raw, -1);
    natsOptions_SetReconnectWait(raw, kReconnectWaitMs);
    natsOptions_SetReconnectJitter(raw, kReconnectJitterMs, kReconnectJitterMs);
    natsOptions_SetFailRequestsOnDisconnect(raw, true);
    natsOptions_SetPingInterval(raw, 5000);
    natsOptions_SetErrorHandler(raw, ignore_error, nullptr);
    TRY(set_security(raw, options));
    return made;
}

}  // namespace

std::string ServerOptions::shown() const {
    std::string text;
    for (const std::string& url : urls) {
        const std::size_t scheme = url.find("://") + 3;
        const std::size_t at = url.rfind('@');
        text += (text.empty() ? "" : ",") +
                (at == std::string::npos ? url : url.substr(0, scheme) + url.substr(at + 1));
    }
    return text;
}

base::Result<std::vector<std::string>> parse_urls(std::string_view text) {
    std::vector<std::string> urls;
    for (const std::string_view word : base::split(text, ',')) {
        const std::size_t end = word.find("://");
        const std::string_view scheme = word.substr(0, end);
        if (word.empty() || word.find_first_of(" \t\n") != std::string_view::npos ||
            (end != std::string_view::npos && scheme != "nats" && scheme != "tls")) {
            return fail("{}: a NATS server is named as in nats://HOST:4222 or tls://HOST:4222; "
                        "several are separated by commas",
                        base::quoted(text));
        }
        urls.push_back(end == std::string_view::npos ? "nats://" + std::string(word)
                                                     : std::string(word));
    }
    return urls;
}

Message::Message(natsMsg* message) : message_(message, natsMsg_Destroy) {}

std::string_view Message::data() const {
    return {natsMsg_GetData(message_.get()),
            static_cast<std::size_t>(natsMsg_GetDataLength(message_.get()))};
}
void Message::acknowledge() { natsMsg_Ack(message_.get(), nullptr); }
void Message::in_progress() { natsMsg_InProgress(message_.get(), nullptr); }
void Message::give_back(Milliseconds delay) {
    natsMsg_NakWithDelay(message_.get(), delay.count(), nullptr);
}
void Message::refuse() { natsMsg_Term(message_.get(), nullptr); }

int Message::deliveries() const {
    jsMsgMetaData* raw = nullptr;
    if (natsMsg_GetMetaData(&raw, message_.get()) != NATS_OK) return 1;
    const Owned<jsMsgMetaData> meta(raw, jsMsgMetaData_Destroy);
    return static_cast<int>(std::min<std::uint64_t>(meta->NumDelivered, 1'000'000));
}

Subscription::Subscription(natsSubscription* subscription)
    : subscription_(subscription, natsSubscription_Destroy) {}

base::Result<std::vector<Message>> Subscription::fetch(int most, Milliseconds timeout) {
    natsMsgList list{};
    const auto status =
        natsSubscription_Fetch(&list, subscription_.get(), most, timeout.count(), nullptr);
    std::vector<Message> messages;
    if (status == NATS_TIMEOUT) return messages;
    if (status != NATS_OK) return error_of(status, "waiting for messages");
    for (int i = 0; i < list.Count; ++i) {
        messages.emplace_back(list.Msgs[i]);
        list.Msgs[i] = nullptr;
    }
    natsMsgList_Destroy(&list);
    return messages;
}

void Subscription::close() { natsSubscription_Unsubscribe(subscription_.get()); }

base::Result<std::unique_ptr<Connection>> Connection::open(const ServerOptions& options) {
    const auto made = TRY(make_options(options));
    natsConnection* raw = nullptr;
    auto status = natsConnection_Connect(&raw, made.get());
    // With credentials, libnats 3.4 fails to convince the server about once in a hundred times;
    // the next question of the server gets a good answer.
    for (int again = 0;
         again < 3 && !options.credentials.empty() && status == NATS_CONNECTION_AUTH_FAILED;
         ++again) {
        status = natsConnection_Connect(&raw, made.get());
    }
    if (status != NATS_OK) {
        return fail("{}; {} (docs/cluster.md)", error_of(status, options.shown()).message,
                    advice_on(status, options));
    }
    Owned<natsConnection> connection(raw, natsConnection_Destroy);
    jsOptions settings = options_with(kInformationMs);
    jsCtx* stream = nullptr;
    TRY(checked(natsConnection_JetStream(&stream, raw, &settings), options.shown()));
    return std::unique_ptr<Connection>(
        new Connection(options.shown(), std::move(connection), {stream, jsCtx_Destroy}));
}

base::Result<std::optional<StreamState>> Connection::stream(const std::string& name) const {
    jsStreamInfo* raw = nullptr;
    const auto status = js_GetStreamInfo(&raw, stream_.get(), name.c_str(), nullptr, nullptr);
    if (status == NATS_NOT_FOUND) return std::optional<StreamState>();
    if (status != NATS_OK) return error_of(status, "looking for stream " + name);
    const Owned<jsStreamInfo> info(raw, jsStreamInfo_Destroy);
    const char* description = info->Config->Description;
    const auto* cluster = info->Cluster;
    const bool is_led =
        cluster == nullptr || cluster->Leader == nullptr || *cluster->Leader != '\0';
    return std::optional(StreamState{description == nullptr ? "" : description, info->State.Msgs,
                                     info->State.Bytes, static_cast<int>(info->Config->Replicas),
                                     is_led});
}

base::Result<std::uint64_t> Connection::count(const std::string& stream,
                                              const std::string& subject) const {
    jsOptions options = options_with(kInformationMs);
    options.Stream.Info.SubjectsFilter = subject.c_str();
    jsStreamInfo* raw = nullptr;
    const auto status = js_GetStreamInfo(&raw, stream_.get(), stream.c_str(), &options, nullptr);
    if (status != NATS_OK) return error_of(status, "looking into stream " + stream);
    const Owned<jsStreamInfo> info(raw, jsStreamInfo_Destroy);
    std::uint64_t messages = 0;
    if (const auto* subjects = info->State.Subjects; subjects != nullptr) {
        for (int i = 0; i < subjects->Count; ++i) messages += subjects->List[i].Msgs;
    }
    return messages;
}

base::Result<void> Connection::add_stream(const StreamPlan& plan) const {
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    const char* subjects[] = {plan.subjects.c_str()};
    config.Name = plan.name.c_str();
    config.Description = plan.description.c_str();
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = plan.work_queue ? js_WorkQueuePolicy : js_LimitsPolicy;
    config.Storage = js_FileStorage;
    config.Replicas = plan.replicas == 0 ? 3 : plan.replicas;
    config.MaxAge = std::chrono::nanoseconds(plan.max_age).count();
    if (!plan.work_queue) config.MaxMsgsPerSubject = 1;
    jsErrCode code{};
    auto status = js_AddStream(nullptr, stream_.get(), &config, nullptr, &code);
    if (status != NATS_OK && plan.replicas == 0 && code == JSStreamReplicasNotSupportedErr) {
        config.Replicas = 1;
        status = js_AddStream(nullptr, stream_.get(), &config, nullptr, nullptr);
    }
    return checked(status, "making stream " + plan.name);
}

base::Result<void> Connection::delete_stream(const std::string& name) const {
    const auto status = js_DeleteStream(stream_.get(), name.c_str(), nullptr, nullptr);
    return checked(status == NATS_NOT_FOUND ? NATS_OK : status, "deleting stream " + name);
}

base::Result<void> Connection::purge(const std::string& stream, const std::string& subject) const {
    jsOptions options = options_with(kAnswerMs);
    options.Stream.Purge.Subject = subject.c_str();
    return checked(js_PurgeStream(stream_.get(), stream.c_str(), &options, nullptr),
                   "clearing stream " + stream);
}

base::Result<void> Connection::add_consumer(const ConsumerPlan& plan) const {
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    config.Durable = plan.name.c_str();
    config.FilterSubject = plan.filter.c_str();
    config.AckPolicy = js_AckExplicit;
    config.AckWait = std::chrono::nanoseconds(plan.ack_wait).count();
    config.MaxAckPending = 1'000'000;
    config.MaxWaiting = 100'000;
    return checked(js_AddConsumer(nullptr, stream_.get(), plan.stream.c_str(), &config, nullptr,
                                  nullptr),
                   "making consumer " + plan.name);
}

base::Result<void> Connection::delete_consumer(const std::string& stream,
                                               const std::string& name) const {
    const auto status =
        js_DeleteConsumer(stream_.get(), stream.c_str(), name.c_str(), nullptr, nullptr);
    return checked(status == NATS_NOT_FOUND ? NATS_OK : status, "deleting consumer " + name);
}

base::Result<ConsumerState> Connection::consumer(const std::string& stream,
                                                 const std::string& name) const {
    jsConsumerInfo* raw = nullptr;
    const auto status =
        js_GetConsumerInfo(&raw, stream_.get(), stream.c_str(), name.c_str(), nullptr, nullptr);
    if (status != NATS_OK) return error_of(status, "looking for consumer " + name);
    const Owned<jsConsumerInfo> info(raw, jsConsumerInfo_Destroy);
    return ConsumerState{info->NumPending, static_cast<std::uint64_t>(info->NumAckPending),
                         static_cast<std::uint64_t>(info->NumWaiting)};
}

base::Result<Subscription> Connection::subscribe(const ConsumerPlan& plan) const {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = plan.stream.c_str();
    options.Consumer = plan.name.c_str();
    natsSubscription* raw = nullptr;
    const auto status = js_PullSubscribe(&raw, stream_.get(), plan.filter.c_str(),
                                         plan.name.c_str(), nullptr, &options, nullptr);
    if (status != NATS_OK) return error_of(status, "listening to " + plan.stream);
    return Subscription(raw);
}

base::Result<void> Connection::publish(const std::string& subject, std::string_view data) const {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.MaxWait = kAnswerMs;
    return checked(js_Publish(nullptr, stream_.get(), subject.c_str(), data.data(),
                              static_cast<int>(data.size()), &options, nullptr),
                   "sending to " + subject);
}

base::Result<std::optional<std::string>> Connection::last(const std::string& stream,
                                                          const std::string& subject) const {
    natsMsg* raw = nullptr;
    const auto status =
        js_GetLastMsg(&raw, stream_.get(), stream.c_str(), subject.c_str(), nullptr, nullptr);
    if (status == NATS_NOT_FOUND) return std::optional<std::string>();
    if (status != NATS_OK) return error_of(status, "reading " + subject);
    const Message message(raw);
    return std::optional(std::string(message.data()));
}

std::size_t Connection::max_payload() const {
    return static_cast<std::size_t>(natsConnection_GetMaxPayload(connection_.get()));
}

void Connection::flush() const { natsConnection_FlushTimeout(connection_.get(), 2000); }

}  // namespace ninefold::cluster::nats
