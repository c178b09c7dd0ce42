// SPDX-License-Identifier: MIT
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include "server/connection_context.h"

namespace ninefold::server {

/// Serves one connection: requests one after another, until it closes or becomes a WebSocket. The
/// socket's executor is a strand. The connection owns itself.
void start_http_session(boost::asio::ip::tcp::socket socket, Place place);

}  // namespace ninefold::server
