// SPDX-License-Identifier: MIT
#include "arena/bot_maker.h"

#include <algorithm>
#include <filesystem>

#include "bots/unstartable_bot.h"

namespace ninefold::arena {

using sources::Paths;

Paths hidden_from(const sources::BotSource& bot,
                  const std::vector<base::Result<sources::BotSource>>& sources) {
    const Paths& own = bot.files;
    const auto has = [](const Paths& list, const std::filesystem::path& file) {
        return std::find(list.begin(), list.end(), file) != list.end();
    };
    Paths hidden;
    for (const auto& source : sources) {
        if (!source) continue;
        for (const auto& file : source->files) {
            if (!has(own, file) && !has(hidden, file)) hidden.push_back(file);
        }
    }
    return hidden;
}

BotMaker maker_of(std::vector<base::Result<sources::BotSource>> sources) {
    std::vector<Paths> hidden;
    for (const auto& source : sources) {
        hidden.push_back(source ? hidden_from(*source, sources) : Paths());
    }
    return [sources = std::move(sources),
            hidden = std::move(hidden)](int bot,
                                        int slot) -> base::Result<std::unique_ptr<bots::Bot>> {
        const auto index = static_cast<std::size_t>(bot);
        if (!sources[index]) return sources[index].error();
        return sources[index]->make(slot, hidden[index]);
    };
}

BotMaker or_forfeit(BotMaker maker) {
    return
        [maker = std::move(maker)](int bot, int slot) -> base::Result<std::unique_ptr<bots::Bot>> {
            auto made = maker(bot, slot);
            if (made || made.error().is_ours) return made;
            std::unique_ptr<bots::Bot> loser =
                std::make_unique<bots::UnstartableBot>(made.error().message);
            return loser;
        };
}

}  // namespace ninefold::arena
