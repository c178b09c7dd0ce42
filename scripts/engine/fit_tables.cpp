// SPDX-License-Identifier: MIT
//
// Fits the weights of the hand-made evaluation to searched games and writes them as a
// file of data/hand_weights.
//
//     fit_tables RULES OUT.nfhand GAMES...
//
// GAMES are files of prototype games (*.bin, standard rules) or of own games (*.nfg, written by
// play_games). The model is one logistic regression on the sum of the looked-up weights, fitted in
// two rounds: the first with coarse classes of blocks, the second with classes cut at quantiles of
// the values that the first found. A twentieth of the games is held out and its errors printed.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/rng.h"
#include "search/hand_evaluator.h"
#include "search/hand_weights.h"
#include "search/tactics.h"

namespace {

using namespace ninefold;
using search::HandLayout;

/// Everything about a position that features are made of.
struct Sample {
    std::uint16_t codes[9];
    std::uint16_t targets = 0;  ///< restricted to these blocks; 0: free move
    std::uint16_t own_critical = 0, opp_critical = 0;
    std::uint8_t x_moves = 0, free_state = 0;
    std::int8_t result = 0;  ///< mover's view
    float value = 0;         ///< mover's view, -1..1
    bool held_out = false;
};

template <rules::Ruleset R>
bool make_sample(const rules::Position<R>& p, Sample& s) {
    const search::BlockFacts facts = search::facts_of(p);
    if (p.is_over() || search::wins_at_once(p, facts)) return false;
    const unsigned deadly = search::deadly_blocks(p, facts, other(p.side()));
    bool safe = deadly == 0;
    for (const rules::Move m : p.legal_moves()) {
        safe = safe || !search::allows_win(p, deadly, m.block(), m.cell());
    }
    if (!safe) return false;
    for (const rules::Block block : rules::BlockSet::all()) {
        s.codes[block.index] =
            static_cast<std::uint16_t>(HandLayout::code_of(p, block, rules::Side::kX));
    }
    const rules::Side side = p.side();
    s.targets = static_cast<std::uint16_t>(p.target_cell() ? p.targets().bits() : 0);
    s.own_critical = rules::pattern::kCompletes[p.won(side).bits()];
    s.opp_critical = rules::pattern::kCompletes[p.won(other(side)).bits()];
    s.x_moves = side == rules::Side::kX;
    const unsigned i = search::index_of(side);
    s.free_state = static_cast<std::uint8_t>(
        HandLayout::free_state(9u - static_cast<unsigned>(p.closed().size()),
                               rules::pattern::kCount[facts.completes[i]],
                               rules::pattern::kCount[facts.completes[1 - i]]));
    return true;
}

std::vector<std::uint8_t> read_file(const char* path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Prototype games: see the format's description beside them.
void read_prototype(const char* path, std::vector<Sample>& samples) {
    const std::vector<std::uint8_t> data = read_file(path);
    int games = 0;
    for (std::size_t at = 0; at + 34 <= data.size(); ++games) {
        std::uint32_t words[8];
        std::memcpy(words, &data[at], 32);
        const int length = data[at + 32];
        int result = data[at + 33] - 1;
        at += 34;
        rules::BoardSet own, opp;
        rules::BlockSet own_won, opp_won;
        for (unsigned b = 0; b < 9; ++b) {
            const rules::Block block{static_cast<std::uint8_t>(b)};
            const unsigned mine = words[b / 3] >> (9 * (b % 3)) & 511;
            const unsigned theirs = words[3 + b / 3] >> (9 * (b % 3)) & 511;
            own.set_block(block, rules::CellSet(mine));
            opp.set_block(block, rules::CellSet(theirs));
            if (rules::pattern::kHasLine[mine]) own_won |= rules::BlockSet::of(block);
            if (rules::pattern::kHasLine[theirs]) opp_won |= rules::BlockSet::of(block);
        }
        const bool x = own.size() == opp.size();
        rules::Parts parts{x ? own : opp,
                           x ? opp : own,
                           x ? own_won : opp_won,
                           x ? opp_won : own_won,
                           x ? rules::Side::kX : rules::Side::kO,
                           {}};
        if (words[7] < 9) parts.target = rules::Cell{static_cast<std::uint8_t>(words[7])};
        auto p = rules::StandardPosition::from_parts(parts, rules::TieBreak::kDraw);
        for (int i = 0; i < length; ++i, at += 10) {
            Sample s;
            s.result = static_cast<std::int8_t>(result);
            s.value = static_cast<float>(static_cast<std::int8_t>(data[at + 1])) / 127.0f;
            s.held_out = games % 20 == 0;
            if (make_sample(p, s)) samples.push_back(s);
            p = p.after(rules::Move(data[at]));
            result = -result;
        }
    }
}

/// Own games: u8 plies, u8 result + 1 for X, then per ply u8 move, i16 thousandths of the expected
/// score for the mover (-1: not searched).
template <rules::Ruleset R>
void read_own(const char* path, rules::TieBreak tie_break, std::vector<Sample>& samples) {
    const std::vector<std::uint8_t> data = read_file(path);
    int games = 0;
    for (std::size_t at = 0; at + 2 <= data.size(); ++games) {
        const int length = data[at];
        const int result = data[at + 1] - 1;
        at += 2;
        rules::Position<R> p(tie_break);
        for (int i = 0; i < length; ++i, at += 3) {
            std::int16_t value = 0;
            std::memcpy(&value, &data[at + 1], 2);
            Sample s;
            s.result = static_cast<std::int8_t>(p.side() == rules::Side::kX ? result : -result);
            s.value = static_cast<float>(value) / 500.0f - 1.0f;
            s.held_out = games % 20 == 0;
            if (value >= 0 && make_sample(p, s)) samples.push_back(s);
            p = p.after(rules::Move(data[at]));
        }
    }
}

class Fit {
public:
    Fit(const HandLayout& layout, std::vector<Sample> samples)
        : layout_(layout), samples_(std::move(samples)), weights_(layout.size(), 0.0f) {
        classes_.assign(9, std::vector<std::uint8_t>(HandLayout::kCodes));
    }

    /// First round: every coarse class is one class.
    void use_coarse_classes() {
        set_classes([](unsigned, unsigned code) {
            switch (HandLayout::coarse(code)) {
                case HandLayout::Coarse::kDead: return 0u;
                case HandLayout::Coarse::kOwnedX: return 1u;
                case HandLayout::Coarse::kOwnedO: return 2u;
                case HandLayout::Coarse::kOnlyX: return 4u;
                case HandLayout::Coarse::kOnlyO: return 7u;
                case HandLayout::Coarse::kBoth: break;
            }
            return 12u;
        });
    }

    /// Second round: cut the undecided classes by value, at quantiles of what occurs.
    void use_value_classes() {
        std::vector<float> one_sided, both;
        for (std::size_t i = 0; i < samples_.size(); i += 7) {
            for (unsigned b = 0; b < 9; ++b) {
                const unsigned code = samples_[i].codes[b];
                const float v = value_of(b, code);
                const auto coarse = HandLayout::coarse(code);
                if (coarse == HandLayout::Coarse::kOnlyX) one_sided.push_back(v);
                if (coarse == HandLayout::Coarse::kOnlyO) one_sided.push_back(-v);
                if (coarse == HandLayout::Coarse::kBoth && code != 0) both.push_back(std::abs(v));
            }
        }
        const auto quantile = [](std::vector<float>& v, double q) {
            std::sort(v.begin(), v.end());
            return v.empty() ? 0.0f
                             : v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1))];
        };
        const float a = quantile(one_sided, 0.4), b = quantile(one_sided, 0.75);
        const float c = quantile(both, 0.3), d = quantile(both, 0.65), e = quantile(both, 0.87);
        set_classes([=, this](unsigned block, unsigned code) {
            const float v = value_of(block, code);
            const auto one = [=](float x) { return x < a ? 0u : x < b ? 1u : 2u; };
            const auto two = [=](float x) { return x < c ? 0u : x < d ? 1u : x < e ? 2u : 3u; };
            switch (HandLayout::coarse(code)) {
                case HandLayout::Coarse::kDead: return 0u;
                case HandLayout::Coarse::kOwnedX: return 1u;
                case HandLayout::Coarse::kOwnedO: return 2u;
                case HandLayout::Coarse::kOnlyX: return 3u + one(v);
                case HandLayout::Coarse::kOnlyO: return 6u + one(-v);
                case HandLayout::Coarse::kBoth: break;
            }
            return v >= 0 ? 12u + two(v) : 12u - two(-v);
        });
    }

    /// Little data wants a larger one.
    void set_prior(float prior) { prior_ = prior; }

    void run(int epochs, float rate) {
        std::fill(weights_.begin(), weights_.end(), 0.0f);
        // What is seen rarely moves little: the start of the sum of squares is a prior.
        std::vector<float> squares(weights_.size(), prior_);
        base::Rng rng(1);
        std::vector<std::uint32_t> order(samples_.size());
        std::iota(order.begin(), order.end(), 0u);
        for (int epoch = 0; epoch < epochs; ++epoch) {
            for (std::size_t i = order.size(); i > 1; --i) {
                std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
            }
            const float step =
                rate * (1.0f - static_cast<float>(epoch) / static_cast<float>(epochs));
            for (const std::uint32_t i : order) {
                if (!samples_[i].held_out) learn(samples_[i], squares, step);
            }
            report(epoch);
        }
    }

    float logit(const Sample& s) {
        features(s);
        float sum = 0;
        for (const auto [weight, sign] : features_) sum += weights_[weight] * sign;
        return sum;
    }

    /// Chances of win and loss given the logit: two numbers, by gradient descent.
    void fit_win_model() {
        double scale = 1.0, draw = 0.3;
        for (int round = 0; round < 40; ++round) {
            double g_scale = 0, g_draw = 0, n = 0;
            for (std::size_t i = 0; i < samples_.size(); i += 11) {
                const double z = logit(samples_[i]);
                for (const int view : {1, -1}) {
                    const double u = view * z - draw;
                    const double p = 1 / (1 + std::exp(-u * scale));
                    const double y = samples_[i].result == view ? 1 : 0;
                    g_scale += (p - y) * u;
                    g_draw -= (p - y) * scale;
                    ++n;
                }
            }
            scale -= 2.0 * g_scale / n;
            draw -= 2.0 * g_draw / n;
        }
        std::printf("win model: scale %.3f draw %.3f (logits)\n", 1 / scale, draw);
    }

    base::Result<void> write(const char* path, rules::Rules rules) const {
        search::HandWeights out{rules, {}, std::vector<std::uint8_t>(layout_.value_weights())};
        for (const float w : weights_) {
            const long rounded = std::clamp(std::lround(w * search::kLogit), -32767L, 32767L);
            out.weights.push_back(static_cast<std::int16_t>(rounded));
        }
        for (unsigned b = 0; b < 9; ++b) {
            for (unsigned code = 0; code < HandLayout::kCodes; ++code) {
                const auto ref = layout_.value(b, code);
                if (ref.weight < 0 || ref.sign < 0) continue;
                out.classes[static_cast<std::size_t>(ref.weight)] = classes_[b][code];
            }
        }
        base::AtomicFile draft(path);
        draft.write(out.file());
        draft.move_to_its_place();
        return draft.result();
    }

private:
    template <typename F>
    void set_classes(F&& f) {
        for (unsigned b = 0; b < 9; ++b) {
            for (unsigned code = 0; code < HandLayout::kCodes; ++code) {
                const auto ref = layout_.value(b, code);
                const bool dead = HandLayout::coarse(code) == HandLayout::Coarse::kDead;
                // A pattern and its mirror image get mirrored classes, by construction.
                if (ref.weight < 0) {
                    classes_[b][code] = dead ? 0 : 12;
                } else if (ref.sign > 0) {
                    classes_[b][code] = static_cast<std::uint8_t>(f(b, code));
                } else {
                    classes_[b][code] = static_cast<std::uint8_t>(
                        HandLayout::mirror_class(f(b, HandLayout::swap_colours(code))));
                }
            }
        }
    }

    float value_of(unsigned b, unsigned code) const {
        const auto ref = layout_.value(b, code);
        return ref.weight < 0 ? 0.0f : weights_[static_cast<std::size_t>(ref.weight)] * ref.sign;
    }

    void add(HandLayout::Ref ref, float view) {
        if (ref.weight >= 0) {
            features_.push_back(
                {static_cast<unsigned>(ref.weight), static_cast<float>(ref.sign) * view});
        }
    }

    void features(const Sample& s) {
        features_.clear();
        const float view = s.x_moves != 0 ? 1.0f : -1.0f;
        unsigned kinds[9];
        for (unsigned b = 0; b < 9; ++b) {
            kinds[b] = classes_[b][s.codes[b]];
            add(layout_.value(b, s.codes[b]), view);
        }
        for (const auto& line : HandLayout::kLines) {
            add(layout_.line(line.kind,
                             HandLayout::triple(kinds[line.blocks[0]], kinds[line.blocks[1]],
                                                kinds[line.blocks[2]])),
                view);
        }
        for (unsigned b = 0; b < 9; ++b) {
            if ((s.targets >> b & 1u) == 0) continue;
            const unsigned code =
                s.x_moves != 0 ? s.codes[b] : HandLayout::swap_colours(s.codes[b]);
            const unsigned kind = s.x_moves != 0 ? kinds[b] : HandLayout::mirror_class(kinds[b]);
            add(layout_.target(b, code), 1.0f);
            features_.push_back({layout_.critical((s.own_critical >> b & 1u) != 0,
                                                  (s.opp_critical >> b & 1u) != 0, kind),
                                 1.0f});
        }
        if (s.targets == 0) features_.push_back({layout_.free_move(s.free_state), 1.0f});
        features_.push_back({layout_.tempo(), 1.0f});
    }

    static float goal(const Sample& s) {
        return 0.5f + 0.25f * (0.35f * static_cast<float>(s.result) + 0.65f * s.value) * 2.0f;
    }

    void learn(const Sample& s, std::vector<float>& squares, float rate) {
        const float p = 1.0f / (1.0f + std::exp(-logit(s)));
        const float error = p - goal(s);
        for (const auto [weight, sign] : features_) {
            const float gradient = error * sign + 2e-6f * weights_[weight];
            squares[weight] += gradient * gradient;
            weights_[weight] -= rate * gradient / std::sqrt(squares[weight]);
        }
    }

    void report(int epoch) {
        double square = 0, entropy = 0, n = 0, train = 0, m = 0;
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const Sample& s = samples_[i];
            if (!s.held_out && i % 20 != 0) continue;
            const double p = 1 / (1 + std::exp(-logit(s)));
            const double y = goal(s);
            const double ce = -y * std::log(p + 1e-9) - (1 - y) * std::log(1 - p + 1e-9);
            if (s.held_out) {
                square += std::pow(2 * p - 1 - s.value, 2);
                entropy += ce;
                ++n;
            } else {
                train += ce;
                ++m;
            }
        }
        std::printf("epoch %d  held out: value rmse %.4f  cross entropy %.5f  (train %.5f)\n",
                    epoch, std::sqrt(square / n), entropy / n, train / m);
        std::fflush(stdout);
    }

    struct Feature {
        unsigned weight;
        float sign;
    };

    float prior_ = 0;
    const HandLayout& layout_;
    std::vector<Sample> samples_;
    std::vector<float> weights_;
    std::vector<std::vector<std::uint8_t>> classes_;
    std::vector<Feature> features_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) return std::fprintf(stderr, "usage: fit_tables RULES OUT.nfhand GAMES...\n"), 2;
    const auto rules = rules::parse_rules(argv[1]);
    if (!rules) return std::fprintf(stderr, "%s\n", rules.error().message.c_str()), 2;
    std::vector<Sample> samples;
    for (int i = 3; i < argc; ++i) {
        const std::string path = argv[i];
        if (path.ends_with(".bin")) {
            read_prototype(argv[i], samples);
        } else {
            rules::with_ruleset(rules->ruleset, [&](auto ruleset) {
                read_own<ruleset()>(argv[i], rules->tie_break, samples);
            });
        }
    }
    const HandLayout layout;
    std::printf("%zu positions, %u weights\n", samples.size(), layout.size());
    const float prior = std::getenv("PRIOR") != nullptr
                            ? static_cast<float>(std::atof(std::getenv("PRIOR")))
                            : 1.0f;
    Fit fit(layout, std::move(samples));
    fit.set_prior(prior);
    fit.use_coarse_classes();
    fit.run(4, 0.1f);
    fit.use_value_classes();
    const int epochs = std::getenv("EPOCHS") != nullptr ? std::atoi(std::getenv("EPOCHS")) : 8;
    fit.run(epochs, 0.1f);
    fit.fit_win_model();
    const auto written = fit.write(argv[2], *rules);
    if (!written) return std::fprintf(stderr, "%s\n", written.error().message.c_str()), 2;
    return 0;
}
