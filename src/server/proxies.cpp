// SPDX-License-Identifier: MIT
#include "server/proxies.h"

#include <algorithm>

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>

#include "base/foreign_text.h"
#include "base/number.h"
#include "base/split.h"
#include "base/try.h"

namespace ninefold::server {

namespace {

namespace ip = boost::asio::ip;

/// `::ffff:192.0.2.1` is what a socket for both calls an IPv4 address.
ip::address plain(const ip::address& address) {
    if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
    return ip::make_address_v4(ip::v4_mapped, address.to_v6());
}

std::string_view trimmed(std::string_view text) {
    const auto words = base::split_words(text);
    return words.size() == 1 ? words.front() : std::string_view();
}

}  // namespace

std::string client_of(const ip::address& address) {
    const ip::address own = plain(address);
    if (own.is_v4() || own.is_loopback()) return own.to_string();
    ip::address_v6::bytes_type bytes = own.to_v6().to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
    return ip::address_v6(bytes).to_string() + "/64";
}

base::Result<Proxies::Network> Proxies::parse_network(const std::string& text) {
    const std::size_t slash = text.find('/');
    boost::system::error_code error;
    const ip::address address = plain(ip::make_address(text.substr(0, slash), error));
    const unsigned most = address.is_v4() ? 32 : 128;
    const auto bits = slash == std::string::npos
                          ? most
                          : base::parse_number<unsigned>(std::string_view(text).substr(slash + 1));
    if (error || !bits || *bits > most) {
        return base::fail("trusted proxy {}; it is an address or a network such as 127.0.0.1, ::1 "
                          "or 10.0.0.0/8",
                          base::quoted(text));
    }
    return Network{address, *bits};
}

base::Result<Proxies> Proxies::parse(const std::vector<std::string>& networks) {
    Proxies proxies;
    for (const std::string& text : networks) {
        proxies.networks_.push_back(TRY(parse_network(text)));
    }
    return proxies;
}

bool Proxies::trusts(ip::address address) const {
    address = plain(address);
    return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
        if (network.address.is_v4() != address.is_v4()) return false;
        const auto bits = static_cast<unsigned short>(network.bits);
        return address.is_v4() ? ip::network_v4(address.to_v4(), bits).canonical() ==
                                     ip::network_v4(network.address.to_v4(), bits).canonical()
                               : ip::network_v6(address.to_v6(), bits).canonical() ==
                                     ip::network_v6(network.address.to_v6(), bits).canonical();
    });
}

std::string Proxies::client(const ip::address& proxy, std::string_view forwarded) const {
    const auto addresses = base::split(forwarded, ',');
    for (auto at = addresses.rbegin(); at != addresses.rend(); ++at) {
        boost::system::error_code error;
        const ip::address address = ip::make_address(std::string(trimmed(*at)), error);
        if (error) break;
        if (!trusts(address)) return client_of(address);
    }
    return client_of(proxy);
}

}  // namespace ninefold::server
