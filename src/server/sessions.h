// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/connection_context.h"

namespace ninefold::server {

/// Serves one connection: requests one after another, until it closes or becomes a WebSocket. The
/// socket's executor is a strand. The connection owns itself.
void start_http_session(boost::asio::ip::tcp::socket socket, Place place);

/// Takes over a connection whose request asks for a WebSocket and has passed the guard. The
/// connection owns itself. `client` is the client's address, behind any trusted proxies.
void start_web_socket_session(
    boost::beast::tcp_stream stream,
    const boost::beast::http::request<boost::beast::http::string_body>& request, Place place,
    std::string client);

}  // namespace ninefold::server
