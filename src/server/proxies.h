// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/ip/address.hpp>

#include "base/result.h"

namespace ninefold::server {

/// Who a connection comes from, for limits: an IPv4 address, or the first 64 bits of an IPv6 one,
/// all of whose addresses one client has.
std::string client_of(const boost::asio::ip::address& address);

/// The proxies whose word is taken for where a request comes from. Immutable; any thread.
class Proxies {
public:
    Proxies() = default;
    /// Addresses, or networks such as `10.0.0.0/8`.
    static base::Result<Proxies> parse(const std::vector<std::string>& networks);

    bool empty() const { return networks_.empty(); }
    bool trusts(boost::asio::ip::address address) const;

    /// The client of a request that a trusted proxy passed on: the last address of the header
    /// `X-Forwarded-For` that is no trusted proxy's, for everything before it may be made up. The
    /// proxy's own where there is none.
    std::string client(const boost::asio::ip::address& proxy, std::string_view forwarded) const;

private:
    struct Network {
        boost::asio::ip::address address;
        unsigned bits = 0;
    };
    static base::Result<Network> parse_network(const std::string& text);
    std::vector<Network> networks_;
};

}  // namespace ninefold::server
