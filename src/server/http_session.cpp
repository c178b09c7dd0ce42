// SPDX-License-Identifier: MIT
#include "server/sessions.h"

#include <poll.h>

#include <array>
#include <stop_token>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include "server/page.h"

namespace ninefold::server {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;

constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// Beast has a string view of its own.
std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view view(std::string_view text) { return {text.data(), text.size()}; }

class HttpSession : public std::enable_shared_from_this<HttpSession> {
public:
    HttpSession(asio::ip::tcp::socket socket, Place place)
        : stream_(std::move(socket)),
          place_(std::move(place)),
          next_check_(stream_.get_executor()) {}

    ~HttpSession() { stop_waiting(); }
    HttpSession(const HttpSession&) = delete;
    HttpSession& operator=(const HttpSession&) = delete;

    void start() {
        asio::dispatch(stream_.get_executor(), [self = shared_from_this()] { self->read(); });
    }

private:
    using Parser = http::request_parser<http::string_body>;
    using Message = http::response<http::span_body<const char>>;

    const Settings& settings() const { return place_.context().settings; }

    void read() {
        parser_.emplace();
        parser_->header_limit(static_cast<std::uint32_t>(settings().most_header_bytes));
        parser_->body_limit(settings().most_body_bytes);
        // One limit for the whole request: sending it byte by byte gains nothing.
        stream_.expires_after(settings().request_time);
        auto cut = [weak = weak_from_this(), executor = stream_.get_executor()] {
            asio::post(executor, [weak] {
                if (const auto self = weak.lock()) self->evict();
            });
        };
        waiting_ = place_.context().connections.wait(place_.address(), has_asked_, std::move(cut));
        http::async_read(stream_, buffer_, *parser_,
                         beast::bind_front_handler(&HttpSession::on_read, shared_from_this()));
    }

    /// Idle connections are evicted first. A request that is on its way is too late.
    void evict() {
        if (waiting_) stream_.close();
    }
    void stop_waiting() {
        if (const auto number = std::exchange(waiting_, std::nullopt)) {
            place_.context().connections.stop_waiting(*number);
        }
    }

    void on_read(beast::error_code error, std::size_t) {
        stop_waiting();
        if (error == http::error::end_of_stream) return close();
        if (error) return refuse_unreadable(error);
        stream_.expires_never();
        request_ = parser_->release();
        has_asked_ = true;
        keep_alive_ = request_.keep_alive();
        handle();
    }

    /// A request that cannot be read is answered where its sender can still be listening.
    void refuse_unreadable(beast::error_code error) {
        request_ = {};
        request_.version(11);
        keep_alive_ = false;
        if (error == http::error::body_limit) {
            return send_refusal(refuse(413, "too-large", "a body has at most {} bytes",
                                       settings().most_body_bytes));
        }
        if (error == http::error::header_limit || error == http::error::buffer_overflow) {
            return send_refusal(refuse(431, "too-large", "the header is too long"));
        }
        if (error.category() == http::make_error_code(http::error::bad_method).category() &&
            error != http::error::partial_message) {
            return send_refusal(
                refuse(400, "bad-request", "this is not HTTP: {}", error.message()));
        }
        close();
    }

    void handle() {
        const std::string_view method = view(request_.method_string());
        const bool reads = method == "GET" || method == "HEAD";
        const bool upgrades = beast::websocket::is_upgrade(request_);
        std::optional<std::string_view> origin;
        if (const auto field = request_.find(http::field::origin); field != request_.end()) {
            origin = view(field->value());
        }
        if (request_.count(http::field::host) > 1) {
            return send_refusal(refuse(400, "bad-host", "the Host header is there twice"));
        }
        const auto allowed = place_.context().guard.check(view(request_[http::field::host]), origin,
                                                          !reads || upgrades);
        if (!allowed) return send_refusal(allowed.error());
        const std::string_view target = view(request_.target());
        const std::string_view path = target.substr(0, target.find('?'));
        if (path == "/ws") return upgrade(upgrades);
        if (path == "/api" || path.starts_with("/api/")) return ask_api(method);
        if (!reads) return send_refusal(refuse(405, "bad-method", "files can only be read"));
        if (path == "/analyse") return send_shared_link(target);
        send_file(path);
    }

    void upgrade(bool wanted) {
        if (!wanted) return send_refusal(bad_request("/ws is for WebSockets"));
        std::string client = place_.client(forwarded_for());
        if (!place_.take_for(client)) {
            return send_refusal(refuse(429, "too-many", "at most {} WebSockets of one address",
                                       settings().most_connections_of_one));
        }
        start_web_socket_session(std::move(stream_), request_, std::move(place_),
                                 std::move(client));
    }

    void ask_api(std::string_view method) {
        if (!request_.body().empty() &&
            !view(request_[http::field::content_type]).starts_with("application/json")) {
            return send_refusal(refuse(415, "bad-type", "a body must be application/json"));
        }
        Request request;
        request.method = method == "HEAD" ? "GET" : method;
        request.target = view(request_.target());
        request.body = std::move(request_.body());
        request.address = place_.client(forwarded_for());
        request.organiser =
            place_.context().is_organiser(view(request_[http::field::authorization]),
                                          request.address, is_forwarded(request_));
        if (Api::takes_long(request)) {
            gone_ = {};
            request.gone = gone_.get_token();
            watch_for_leaving();
        }
        place_.context().api->handle(request, [self = shared_from_this()](Response response) {
            asio::post(self->stream_.get_executor(), [self, response = std::move(response)] {
                self->stop_watching();
                self->send(response);
            });
        });
    }

    /// All of them as one list: some proxies add a header of their own behind the client's.
    std::string forwarded_for() const {
        std::string all;
        const auto [begin, end] = request_.equal_range("X-Forwarded-For");
        for (auto at = begin; at != end; ++at) {
            if (!all.empty()) all += ',';
            all += view(at->value());
        }
        return all;
    }

    /// While an answer is being worked out nothing is read, and only this notices that nobody waits
    /// for it.
    void watch_for_leaving() {
        is_watching_ = true;
        stream_.socket().async_wait(asio::ip::tcp::socket::wait_read,
                                    [self = shared_from_this()](beast::error_code error) {
                                        if (!error) self->check_for_leaving();
                                    });
    }
    /// Something has come: the end, or an early next request. Behind that the end does not make
    /// the socket any more readable, so that it is asked for from time to time.
    void check_for_leaving() {
        if (!is_watching_) return;
        pollfd socket{stream_.socket().native_handle(), POLLRDHUP, 0};
        if (::poll(&socket, 1, 0) > 0) {
            gone_.request_stop();
            return;
        }
        next_check_.expires_after(std::chrono::milliseconds(200));
        next_check_.async_wait([self = shared_from_this()](beast::error_code error) {
            if (!error) self->check_for_leaving();
        });
    }
    void stop_watching() {
        if (!std::exchange(is_watching_, false)) return;
        beast::error_code ignored;
        stream_.socket().cancel(ignored);
        next_check_.cancel();
    }

    /// The page, with what other sites show of the link; a link that cannot be read is the page's
    /// to complain of.
    void send_shared_link(std::string_view target) {
        const auto link = read_link(parse_target(target));
        if (!link) return send_file("/");
        const bool secure = view(request_["X-Forwarded-Proto"]) == "https";
        const std::string site =
            fmt::format("{}://{}", secure ? "https" : "http", view(request_[http::field::host]));
        const std::size_t mark = target.find('?');
        const auto query = mark == std::string_view::npos ? "" : target.substr(mark + 1);
        send(text_response(page_with_preview(find_static_file("/")->contents, *link, site, query),
                           "text/html; charset=utf-8"));
    }

    void send_file(std::string_view path) {
        // Files are looked up by their exact names; nothing is decoded and no folder is walked.
        const bool odd = path.empty() || path[0] != '/' ||
                         path.find_first_of("%\\") != std::string_view::npos ||
                         path.find("..") != std::string_view::npos;
        const base::EmbeddedFile* file = odd ? nullptr : find_static_file(path);
        if (file == nullptr) return send_refusal(refuse(404, "not-found", "there is no such file"));
        const bool packed =
            !file->gzip.empty() &&
            view(request_[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
        Response out{.content_type = content_type(file->path),
                     .file = packed ? file->gzip : file->contents,
                     .etag = file->etag,
                     .encoding = packed ? "gzip" : "",
                     .cache = file->path.starts_with("assets/")
                                  ? "public, max-age=31536000, immutable"
                                  : "no-cache"};
        // The header may list several, or be the word of a cache on the way.
        if (view(request_[http::field::if_none_match]).find(file->etag) != std::string_view::npos) {
            out.status = 304;
            out.file = {};
        }
        send(out);
    }

    void send_refusal(const HttpError& refusal) { send(refusal_response(refusal)); }

    void send(const Response& out) {
        being_sent_ = out.body;
        Message& message =
            message_.emplace(static_cast<http::status>(out.status), request_.version());
        message.set(http::field::server, "ninefold");
        message.set(http::field::content_type, view(out.content_type));
        message.set(http::field::cache_control, view(out.cache));
        message.set("Content-Security-Policy", view(kContentPolicy));
        message.set("X-Content-Type-Options", "nosniff");
        message.set("Referrer-Policy", "no-referrer");
        message.set("Cross-Origin-Resource-Policy", "same-origin");
        if (!out.etag.empty()) {
            message.set(http::field::etag, view(out.etag));
            message.set(http::field::vary, "Accept-Encoding");
        }
        if (!out.encoding.empty()) message.set(http::field::content_encoding, view(out.encoding));
        message.keep_alive(keep_alive_);
        const std::string_view bytes = out.bytes();
        // To HEAD the length of what GET would get is said, and nothing follows.
        if (request_.method() != http::verb::head) {
            message.body() = beast::span<const char>(bytes.data(), bytes.size());
        }
        if (out.status != 304) message.content_length(bytes.size());
        stream_.expires_after(settings().request_time);
        http::async_write(stream_, message,
                          beast::bind_front_handler(&HttpSession::on_write, shared_from_this()));
    }

    void on_write(beast::error_code error, std::size_t) {
        if (error) return;
        if (!keep_alive_) return close();
        read();
    }

    /// Hanging up on what was not read yet would take back the answer as well, so that the rest is
    /// read and dropped, for a while.
    void close() {
        beast::error_code ignored;
        stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        stream_.expires_after(settings().request_time);
        drain();
    }

    void drain() {
        constexpr std::size_t kMostDropped = std::size_t{1} << 20;
        stream_.async_read_some(asio::buffer(dropped_),
                                [self = shared_from_this()](beast::error_code error,
                                                            std::size_t count) {
                                    self->dropped_bytes_ += count;
                                    if (!error && self->dropped_bytes_ < kMostDropped)
                                        self->drain();
                                });
    }

    beast::tcp_stream stream_;
    Place place_;
    beast::flat_buffer buffer_{64 * 1024 + 8 * 1024};
    std::optional<Parser> parser_;
    std::optional<Connections::Number> waiting_;
    bool has_asked_ = false;
    http::request<http::string_body> request_;
    bool keep_alive_ = false;
    std::stop_source gone_;  ///< of who asked last
    bool is_watching_ = false;
    asio::steady_timer next_check_;
    std::array<char, 1024> dropped_{};
    std::size_t dropped_bytes_ = 0;
    SharedText being_sent_;
    std::optional<Message> message_;
};

}  // namespace

void start_http_session(asio::ip::tcp::socket socket, Place place) {
    std::make_shared<HttpSession>(std::move(socket), std::move(place))->start();
}

}  // namespace ninefold::server
