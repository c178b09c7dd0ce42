// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "tournament/report.h"

namespace ninefold::tournament {

namespace {

constexpr int kBoxWidth = 170, kBoxHeight = 40, kColumn = 200, kRow = 52, kTop = 26;

/// One tree of the bracket (main, lower, final or third place), drawn with its rounds as columns.
class Tree {
public:
    Tree(const Tournament& tournament, const StageRun& run, int group)
        : tournament_(tournament), run_(run) {
        for (const Meeting& meeting : run.meetings) {
            if (meeting.pairing.group != group) continue;
            meetings_[{meeting.pairing.round, meeting.pairing.slot}] = &meeting;
            rounds_ = std::max(rounds_, meeting.pairing.round + 1);
            const int level =
                group == kLowerBracket ? meeting.pairing.round / 2 : meeting.pairing.round;
            slots_ = std::max(slots_, (meeting.pairing.slot + 1) << level);
        }
        halves_every_ = group == kLowerBracket ? 2 : 1;
    }

    bool empty() const { return meetings_.empty(); }
    int width() const { return rounds_ * kColumn; }
    int height() const { return kTop + slots_ * kRow; }

    std::string draw(int top) const {
        std::string out;
        for (const auto& [where, meeting] : meetings_) {
            const auto [round, slot] = where;
            const int x = round * kColumn, y = top + centre(round, slot);
            out += link(round, slot, top);
            out += box(*meeting, x, y);
            if (where == first_of(round)) {
                out += fmt::format(R"(<text class="round" x="{}" y="{}">{}</text>)", x, top + 14,
                                   escaped(run_.stage->label(meeting->pairing)));
            }
        }
        return out;
    }

private:
    std::pair<int, int> first_of(int round) const {
        return meetings_.lower_bound({round, 0})->first;
    }
    int centre(int round, int slot) const {
        const int step = kRow << (round / halves_every_);
        return kTop + slot * step + step / 2;
    }
    std::string link(int round, int slot, int top) const {
        const int next_slot = (round + 1) / halves_every_ > round / halves_every_ ? slot / 2 : slot;
        if (!meetings_.contains({round + 1, next_slot})) return "";
        const int x = round * kColumn + kBoxWidth, y = top + centre(round, slot);
        return fmt::format(R"(<path d="M{} {}H{}V{}H{}"/>)", x, y, x + (kColumn - kBoxWidth) / 2,
                           top + centre(round + 1, next_slot), (round + 1) * kColumn);
    }
    std::string side(const Meeting& meeting, bool a, int x, int y) const {
        double points = 0;
        for (std::size_t i = 0; i < meeting.games.size(); ++i) {
            if (!meeting.games[i]) continue;
            const rules::Side side = Meeting::side_of_a(static_cast<int>(i));
            points += meeting.games[i]->points_of(a ? side : rules::other(side));
        }
        const TeamId team = a ? meeting.pairing.a : meeting.pairing.b;
        std::string name = tournament_.spec().bot(team).name;
        constexpr std::size_t kShown = 18;
        if (name.size() > kShown) {
            std::size_t cut = kShown - 1;
            while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xc0) == 0x80) --cut;
            name = name.substr(0, cut) + "…";
        }
        return fmt::format(
            R"(<text{} x="{}" y="{}">{}</text><text class="score" x="{}" y="{}">{}</text>)",
            meeting.winner() == team ? R"( class="won")" : "", x + 8, y, escaped(name),
            x + kBoxWidth - 8, y, points_text(points));
    }
    std::string box(const Meeting& meeting, int x, int y) const {
        const std::string_view by = meeting.verdict ? meeting.verdict->decided_by : "";
        const std::string why = by.empty() || by == "points" ? "" : fmt::format(" ({})", by);
        return fmt::format(
            R"(<g data-a="{}" data-b="{}"><title>{} – {}{}</title><rect x="{}" y="{}" width="{}" height="{}" rx="6"/>{}{}<text class="by" x="{}" y="{}">{}</text></g>)",
            meeting.pairing.a.index, meeting.pairing.b.index,
            escaped(tournament_.spec().bot(meeting.pairing.a).name),
            escaped(tournament_.spec().bot(meeting.pairing.b).name), why, x, y - kBoxHeight / 2,
            kBoxWidth, kBoxHeight, side(meeting, true, x, y - 4), side(meeting, false, x, y + 14),
            x + kBoxWidth, y + kBoxHeight / 2 + 9, by == "points" ? "" : by);
    }

    const Tournament& tournament_;
    const StageRun& run_;
    std::map<std::pair<int, int>, const Meeting*> meetings_;
    int rounds_ = 0, slots_ = 1, halves_every_ = 1;
};

}  // namespace

std::string bracket_svg(const Tournament& tournament, int stage) {
    const StageRun& run = tournament.stages()[static_cast<std::size_t>(stage)];
    std::string body;
    int width = 0, height = 0;
    for (const int group : {kMainBracket, kLowerBracket, kGrandFinal, kThirdPlace}) {
        const Tree tree(tournament, run, group);
        if (tree.empty()) continue;
        body += tree.draw(height);
        width = std::max(width, tree.width());
        height += tree.height() + 12;
    }
    return fmt::format(
        R"(<svg class="bracket" role="img" aria-label="Bracket of {}" viewBox="-4 0 {} {}" width="{}" height="{}" style="min-width:{}px">{}</svg>)",
        escaped(run.spec.name), width + 8, height, width + 8, height, width * 3 / 4, body);
}

}  // namespace ninefold::tournament
