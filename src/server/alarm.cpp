// SPDX-License-Identifier: MIT
#include "server/alarm.h"

#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "server/log_exceptions.h"

namespace ninefold::server {

Alarm::Alarm() : thread_(std::make_unique<boost::asio::thread_pool>(1)) {}
Alarm::~Alarm() = default;

void Alarm::at(Clock::time_point time, std::function<void()> call) {
    auto timer = std::make_shared<boost::asio::steady_timer>(*thread_, time);
    timer->async_wait([timer, call = std::move(call)](const auto& error) {
        if (!error) log_exceptions(call);
    });
}

void Alarm::after(Clock::duration pause, std::function<void()> call) {
    at(Clock::now() + pause, std::move(call));
}

void Alarm::close() {
    thread_->stop();
    thread_->join();
}

}  // namespace ninefold::server
