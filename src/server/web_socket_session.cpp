// SPDX-License-Identifier: MIT
#include "server/sessions.h"

#include <atomic>
#include <deque>
#include <map>
#include <mutex>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/client_message.h"

namespace ninefold::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Clock = std::chrono::steady_clock;

/// One WebSocket. Its strand runs everything but send(), which any thread may call.
class WebSocketSession final : public Listener,
                               public std::enable_shared_from_this<WebSocketSession> {
public:
    WebSocketSession(beast::tcp_stream stream, Place place, std::string client, bool is_forwarded)
        : socket_(std::move(stream)),
          place_(std::move(place)),
          client_(std::move(client)),
          is_forwarded_(is_forwarded),
          rate_(settings().messages_per_second, 2 * settings().messages_per_second, Clock::now()),
          silence_(socket_.get_executor()) {}

    void start(const http::request<http::string_body>& request) {
        beast::get_lowest_layer(socket_).expires_never();
        websocket::stream_base::timeout timeout{};
        timeout.handshake_timeout = settings().request_time;
        timeout.idle_timeout = settings().idle_time;
        timeout.keep_alive_pings = true;
        socket_.set_option(timeout);
        socket_.read_message_max(settings().most_body_bytes);
        socket_.text(true);
        // The stream answers a ping by itself: it counts as a message all the same.
        socket_.control_callback([weak = weak_from_this()](websocket::frame_type, auto) {
            if (const auto session = weak.lock()) session->is_within_rate();
        });
        socket_.set_option(websocket::stream_base::decorator(
            [](websocket::response_type& answer) { answer.set(http::field::server, "ninefold"); }));
        socket_.async_accept(request, beast::bind_front_handler(&WebSocketSession::on_accept,
                                                                shared_from_this()));
    }

    bool is_open() const override { return open_; }
    bool is_heard() const override { return heard_; }

    void send(SharedText text) override { queue({std::move(text), false}); }
    void catch_up(SharedText text) override { queue({std::move(text), true}); }

private:
    const Settings& settings() const { return place_.context().settings; }
    Api& api() { return *place_.context().api; }
    Services& services() { return api().services(); }

    void on_accept(beast::error_code error) {
        if (error) return finish();
        open_ = true;
        send_json({{"type", "hello"}, {"version", api().version()}, {"api", 1}});
        read();
    }

    // Writing.

    struct Queued {
        SharedText text;
        bool is_catch_up;
    };
    struct Waiting {
        std::size_t messages = 0, bytes = 0;
    };

    void queue(Queued message) {
        {
            const std::scoped_lock lock(queue_mutex_);
            if (!open_ || too_slow_) return;
            too_slow_ = is_behind(message.is_catch_up);
            Waiting& waiting = waiting_like(message);
            ++waiting.messages;
            waiting.bytes += message.text->size();
            queue_.push_back(std::move(message));
            if (!too_slow_ && writing_) return;
            writing_ = true;
        }
        asio::post(socket_.get_executor(), [self = shared_from_this()] { self->write(); });
    }

    Waiting& waiting_like(const Queued& message) { return message.is_catch_up ? catch_up_ : live_; }

    /// By what waits before a message: a single large one does not show how fast a client reads.
    bool is_behind(bool is_catch_up) const {
        if (is_catch_up) return catch_up_.bytes > settings().most_catch_up_bytes;
        return live_.messages >= settings().most_queued ||
               live_.bytes > settings().most_queued_bytes;
    }

    void send_json(const Json& json) { send(to_shared_line(json)); }

    void send_error(const HttpError& refusal, const Json& message) {
        Json json = {{"type", "error"}, {"code", refusal.code}, {"message", refusal.message}};
        for (const char* name : {"id", "channel"}) {
            if (message.contains(name)) json[name] = message[name];
        }
        send_json(json);
    }

    void write() {
        {
            const std::scoped_lock lock(queue_mutex_);
            // Clients that do not read are disconnected; the pending write ends with an error.
            if (too_slow_) return beast::get_lowest_layer(socket_).close();
            if (being_written_ != nullptr || !open_) return;
            if (queue_.empty()) {
                writing_ = false;
                return;
            }
            Waiting& waiting = waiting_like(queue_.front());
            being_written_ = std::move(queue_.front().text);
            queue_.pop_front();
            --waiting.messages;
            waiting.bytes -= being_written_->size();
        }
        socket_.async_write(asio::buffer(*being_written_),
                            beast::bind_front_handler(&WebSocketSession::on_write,
                                                      shared_from_this()));
    }

    void on_write(beast::error_code error, std::size_t) {
        being_written_.reset();
        if (error) return finish();
        write();
    }

    // Reading.

    void read() {
        socket_.async_read(buffer_, beast::bind_front_handler(&WebSocketSession::on_read,
                                                              shared_from_this()));
    }

    void on_read(beast::error_code error, std::size_t) {
        if (error) return finish();
        const auto data = buffer_.cdata();
        const std::string text(static_cast<const char*>(data.data()), data.size());
        buffer_.consume(buffer_.size());
        hear();
        if (is_within_rate()) handle_or_refuse(text);
        else send_error(refuse(429, "too-many", "too many messages; slow down"), Json::object());
        read();
    }

    /// Counts received messages. A client that keeps exceeding the rate is disconnected; reading
    /// then ends with an error.
    bool is_within_rate() {
        constexpr int kMostRefused = 100;
        if (rate_.take(Clock::now())) return true;
        if (++refused_ > kMostRefused) {
            asio::post(socket_.get_executor(), [self = shared_from_this()] {
                beast::get_lowest_layer(self->socket_).close();
            });
        }
        return false;
    }

    void handle_or_refuse(const std::string& text) {
        const base::Result<void> handled = base::caught([&] { handle(text); });
        if (!handled) send_error(internal(handled.error()), Json::object());
    }

    void handle(const std::string& text) {
        const auto message = parse_object(text);
        if (!message) return send_error(message.error(), Json::object());
        auto read = read_client_message(*message);
        if (!read) return send_error(read.error(), *message);
        std::visit([&](auto& said) { answer(said, *message); }, *read);
    }

    void answer(const PingMessage& said, const Json&) {
        promised_ = said.next;
        hear();
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        send_json(
            {{"type", "pong"},
             {"time_ms", std::chrono::duration_cast<std::chrono::milliseconds>(now).count()}});
    }

    /// The client has said something; if it promised another message, silence is noticed.
    void hear() {
        silence_.cancel();
        set_heard(true);
        if (promised_.count() == 0) return;
        silence_.expires_after(promised_ + settings().silence_grace);
        silence_.async_wait([weak = weak_from_this()](beast::error_code error) {
            const auto session = weak.lock();
            if (!error && session) session->set_heard(false);
        });
    }

    void set_heard(bool heard) {
        if (heard_.exchange(heard) == heard) return;
        for (const auto& [text, own] : channels_) {
            if (own.channel.kind == ChannelName::Kind::kGame) {
                services().live_games.hearing_changed(own.channel.id);
            }
        }
    }

    void answer(const SubscribeMessage& said, const Json& message) {
        const ChannelName& channel = said.channel;
        if (channels_.size() >= settings().most_channels && !channels_.contains(channel.text)) {
            return send_error(refuse(429, "too-many", "at most {} channels a connection",
                                     settings().most_channels),
                              message);
        }
        const auto own = channels_.try_emplace(channel.text, OwnChannel{channel, {}}).first;
        const Subscriber self{weak_from_this(), own->second.left.get_token(), client_};
        const auto on_refused = [weak = weak_from_this(), message](const HttpError& refusal) {
            if (const auto session = weak.lock()) session->send_error(refusal, message);
        };
        switch (channel.kind) {
            case ChannelName::Kind::kLobby:
                return services().lobby.subscribe(shared_from_this(), said.after);
            case ChannelName::Kind::kMatch:
                return services().matches.subscribe(channel.match, self, said.after, on_refused);
            case ChannelName::Kind::kGame: break;
        }
        services().live_games.subscribe(channel.id, self, said.token, said.after, on_refused);
    }

    void answer(const UnsubscribeMessage& said, const Json&) {
        if (auto left = channels_.extract(said.channel)) leave(left.mapped());
    }

    struct OwnChannel {
        ChannelName channel;
        std::stop_source left;
    };

    void leave(OwnChannel& own) {
        own.left.request_stop();
        const ChannelName& channel = own.channel;
        switch (channel.kind) {
            case ChannelName::Kind::kLobby: return services().lobby.unsubscribe(this);
            case ChannelName::Kind::kMatch:
                return services().matches.unsubscribe(channel.match, this);
            case ChannelName::Kind::kGame: break;
        }
        services().live_games.unsubscribe(channel.id, this);
    }

    void answer(CallMessage& said, const Json&) {
        Request& request = said.request;
        request.address = client_;
        request.organiser =
            place_.context().is_organiser(said.admin.empty() ? "" : "Bearer " + said.admin, client_,
                                          is_forwarded_);
        request.gone = gone_.get_token();
        api().handle(request, [weak = weak_from_this(), id = said.id](const Response& response) {
            const auto session = weak.lock();
            if (!session) return;
            const bool json = response.content_type == "application/json";
            // The body is put in as it is: it is JSON already.
            session->send(std::make_shared<const std::string>(
                fmt::format(R"({{"type":"reply","id":{},"status":{},"body":{}}})", id,
                            response.status,
                            json ? *response.body : base::json_line(Json(*response.body)))));
        });
    }

    // Analysis.

    void answer(AnalyseMessage& said, const Json& message) {
        said.request.asker = client_;
        const auto allowed = api().limits().take(RateLimiter::Kind::kAnalysis, client_);
        if (!allowed) return send_error(allowed.error(), message);
        analysis_.request_stop();
        analysis_ = {};
        analysis_id_ = said.id;
        const auto tell = [weak = weak_from_this(), id = said.id](Json json, const char* type) {
            const auto session = weak.lock();
            if (!session) return;
            Json out = {{"type", type}, {"id", id}};
            out.update(json);
            session->send_json(out);
        };
        const bool posted = services().analyst.ask(
            std::move(said.request), [tell](Json info) { tell(std::move(info), "info"); },
            [tell, weak = weak_from_this(), message](HttpResult<Json> end) {
                if (end) return tell(std::move(*end), "analysis");
                if (const auto session = weak.lock()) session->send_error(end.error(), message);
            },
            analysis_.get_token());
        if (!posted) send_error(refuse(503, "busy", "too many analyses wait; try again"), message);
    }

    void answer(const StopMessage& said, const Json&) {
        if (said.id == analysis_id_) analysis_.request_stop();
    }

    /// The connection has ended, at either end.
    void finish() {
        if (gone_.stop_requested()) return;
        {
            const std::scoped_lock lock(queue_mutex_);
            open_ = false;
            queue_.clear();
        }
        analysis_.request_stop();
        gone_.request_stop();
        silence_.cancel();
        for (auto& [text, own] : channels_) leave(own);
        channels_.clear();
        beast::get_lowest_layer(socket_).close();
    }

    websocket::stream<beast::tcp_stream, false> socket_;
    Place place_;
    const std::string client_;  ///< its address
    const bool is_forwarded_;   ///< by a proxy
    std::stop_source gone_;
    beast::flat_buffer buffer_;
    RateLimit rate_;
    int refused_ = 0;
    std::map<std::string, OwnChannel> channels_;  ///< by what the client calls them
    std::chrono::milliseconds promised_{};  ///< until the next message; 0: nothing was promised
    asio::steady_timer silence_;
    std::atomic<bool> heard_ = true;
    std::stop_source analysis_;
    Json analysis_id_;
    SharedText being_written_;

    std::atomic<bool> open_ = false;
    std::mutex queue_mutex_;  ///< guards the rest
    std::deque<Queued> queue_;
    Waiting live_, catch_up_;  ///< of those, by kind
    bool writing_ = false;
    bool too_slow_ = false;
};

}  // namespace

void start_web_socket_session(beast::tcp_stream stream,
                              const http::request<http::string_body>& request, Place place,
                              std::string client) {
    std::make_shared<WebSocketSession>(std::move(stream), std::move(place), std::move(client),
                                       is_forwarded(request))
        ->start(request);
}

}  // namespace ninefold::server
