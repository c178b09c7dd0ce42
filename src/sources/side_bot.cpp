// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "base/try.h"
#include "sources/program_plan.h"

namespace ninefold::sources {

namespace {

class SideBot final : public bots::Bot {
public:
    SideBot(std::unique_ptr<bots::Bot> x, std::unique_ptr<bots::Bot> o)
        : bots_{std::move(x), std::move(o)} {}

    std::string_view own_name() const override { return current().own_name(); }
    std::string_view author() const override { return current().author(); }
    std::optional<bots::Failure> new_game(const bots::GameSetup& setup) override {
        side_ = setup.side;
        return current().new_game(setup);
    }
    bots::Answer ask(const bots::Question& question, std::stop_token stop) override {
        return current().ask(question, std::move(stop));
    }
    void rest() override { current().rest(); }
    std::optional<bots::Failure> fault_at_rest() const override {
        return current().fault_at_rest();
    }
    std::string log() const override { return current().log(); }
    std::optional<std::uint64_t> peak_memory() const override {
        return std::max(bots_[0]->peak_memory(), bots_[1]->peak_memory());
    }

private:
    bots::Bot& current() const { return *bots_[static_cast<std::size_t>(side_)]; }

    std::array<std::unique_ptr<bots::Bot>, 2> bots_;
    rules::Side side_ = rules::Side::kX;
};

}  // namespace

BotSource plan_sides(BotSource x, BotSource o) {
    BotSource plan;
    plan.name = x.name == o.name ? x.name : fmt::format("{}+{}", x.name, o.name);
    plan.description = fmt::format("X: {}; O: {}", x.description, o.description);
    for (const BotSource* side : {&x, &o}) {
        plan.files.insert(plan.files.end(), side->files.begin(), side->files.end());
        plan.notes.insert(plan.notes.end(), side->notes.begin(), side->notes.end());
    }
    plan.kind = std::max(x.kind, o.kind);
    plan.game_start = std::max(x.game_start, o.game_start);
    plan.has_options = x.has_options || o.has_options;
    plan.make = [x = std::move(x), o = std::move(o)](int slot, const Paths& hidden)
        -> base::Result<std::unique_ptr<bots::Bot>> {
        auto x_bot = TRY(x.make(slot, hidden));
        auto o_bot = TRY(o.make(slot, hidden));
        return std::unique_ptr<bots::Bot>(
            std::make_unique<SideBot>(std::move(x_bot), std::move(o_bot)));
    };
    return plan;
}

}  // namespace ninefold::sources
