// SPDX-License-Identifier: MIT
#include <pybind11/numpy.h>

#include <cstring>
#include <map>

#include "binding/chunks.h"
#include "binding/convert.h"
#include "binding/network.h"
#include "binding/played_position.h"
#include "binding/state.h"
#include "binding/stoppable.h"
#include "net/evaluate.h"
#include "rules/move_text.h"
#include "rules/playout.h"
#include "rules/position_text.h"
#include "search/net_evaluator.h"

namespace ninefold::python {

namespace {

using rules::Block;
using rules::Move;
using rules::Side;

constexpr int kMaxThreads = 256;
constexpr std::size_t kChunk = 4096;  ///< positions
constexpr std::uint8_t kNoMove = 255;
constexpr int kPlanes = 7;

/// Rows of states that Python gave, kept alive and read without the GIL. Somebody may write into
/// them meanwhile, so that each row is copied before it is checked.
class StateRows {
public:
    explicit StateRows(const py::array& array) : array_(array) {
        if (!array.dtype().is(py::dtype::of<std::uint16_t>()) || array.ndim() != 2 ||
            array.shape(1) != static_cast<py::ssize_t>(State{}.size())) {
            throw py::value_error(
                fmt::format("states: an array of uint16 with 24 columns is needed, not {} with "
                            "shape {}",
                            py::cast<std::string>(py::str(array.dtype())),
                            py::cast<std::string>(py::str(array.attr("shape")))));
        }
        array_ = py::array::ensure(array, py::array::c_style);
        data_ = static_cast<const std::uint16_t*>(array_.data());
        size_ = static_cast<std::size_t>(array_.shape(0));
    }

    std::size_t size() const { return size_; }

    rules::AnyPosition at(std::size_t row) const {
        State state;
        std::memcpy(state.data(), data_ + row * state.size(), sizeof(State));
        auto position = read_state(state);
        if (!position) {
            throw py::value_error(fmt::format("state {}: {}", row, position.error().message));
        }
        return *position;
    }

private:
    py::array array_;
    const std::uint16_t* data_;
    std::size_t size_;
};

/// A new array of rows.
py::array_t<std::uint16_t> new_states(std::size_t count) {
    return py::array_t<std::uint16_t>({count, State{}.size()});
}

void write_state(std::uint16_t* rows, std::size_t row, const rules::AnyPosition& position) {
    const State state = to_state(position);
    std::memcpy(rows + row * state.size(), state.data(), sizeof(State));
}

int checked_threads(std::int64_t threads) {
    return static_cast<int>(in_range("threads", threads, 1, kMaxThreads));
}

std::size_t checked_count(const char* what, std::int64_t count) {
    return static_cast<std::size_t>(in_range(what, count, 0, std::int64_t{1} << 40));
}

/// Calls `work(row)` for all rows on some threads, without the GIL.
template <typename F>
void for_each_row(std::size_t count, int threads, F work) {
    run_stoppable([&](const std::stop_token& stop) {
        for_each_chunk(count, kChunk, threads, stop,
                       [&](std::size_t begin, std::size_t end, std::size_t) {
                           for (std::size_t row = begin; row < end; ++row) work(row);
                       });
    });
}

py::array_t<std::uint16_t> states_of(const py::sequence& positions) {
    auto states = new_states(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const py::object item = positions[i];
        if (!py::isinstance<PlayedPosition>(item)) {
            throw py::type_error(fmt::format("positions: item {} is not a Position", i));
        }
        write_state(states.mutable_data(), i, item.cast<const PlayedPosition&>().position());
    }
    return states;
}

py::list positions_of(const py::array& array) {
    const StateRows states(array);
    py::list list;
    for (std::size_t i = 0; i < states.size(); ++i) list.append(PlayedPosition(states.at(i)));
    return list;
}

py::array_t<bool> legal_masks(const py::array& array, std::int64_t threads) {
    const StateRows states(array);
    py::array_t<bool> masks({states.size(), std::size_t{Move::kCount}});
    bool* const data = masks.mutable_data();
    for_each_row(states.size(), checked_threads(threads), [&](std::size_t row) {
        bool* const mask = data + row * Move::kCount;
        std::fill_n(mask, Move::kCount, false);
        for (const Move move : states.at(row).legal_moves()) mask[move.value()] = true;
    });
    return masks;
}

/// Where a move's cell lies in a plane of 9x9.
constexpr std::array<std::uint8_t, Move::kCount> kPlaces = [] {
    std::array<std::uint8_t, Move::kCount> places{};
    for (unsigned i = 0; i < places.size(); ++i) {
        const auto at = rules::coordinates(Move(i));
        places[i] = static_cast<std::uint8_t>(9 * at.row + at.column);
    }
    return places;
}();

template <typename T>
void write_planes(const rules::AnyPosition& position, T* planes) {
    std::fill_n(planes, kPlanes * Move::kCount, T{0});
    const auto fill = [&](int plane, rules::BoardSet cells) {
        T* const target = planes + plane * Move::kCount;
        for (const Move move : cells) target[kPlaces[move.value()]] = T{1};
    };
    const Side mover = position.side(), opponent = rules::other(mover);
    const rules::BlockSet own = position.won(mover), opponents = position.won(opponent);
    fill(0, position.marks(mover));
    fill(1, position.marks(opponent));
    fill(2, position.legal_moves());
    fill(3, rules::BoardSet::covering(own));
    fill(4, rules::BoardSet::covering(opponents));
    fill(5, rules::BoardSet::covering(position.closed() & ~(own | opponents)));
    if (mover == Side::kX) std::fill_n(planes + 6 * Move::kCount, Move::kCount, T{1});
}

template <typename T>
py::array features_of(const StateRows& states, int threads) {
    py::array_t<T> planes({states.size(), std::size_t{kPlanes}, std::size_t{9}, std::size_t{9}});
    T* const data = planes.mutable_data();
    for_each_row(states.size(), threads, [&](std::size_t row) {
        write_planes(states.at(row), data + row * kPlanes * Move::kCount);
    });
    return planes;
}

py::array features(const py::array& array, const std::string& dtype, std::int64_t threads) {
    const StateRows states(array);
    if (dtype == "float32") return features_of<float>(states, checked_threads(threads));
    if (dtype == "uint8") return features_of<std::uint8_t>(states, checked_threads(threads));
    throw py::value_error(fmt::format("dtype '{}': 'float32' or 'uint8' is possible", dtype));
}

py::array_t<std::uint16_t> play_batch(const py::array& array, const py::array& moves,
                                      std::int64_t threads) {
    const StateRows states(array);
    const char kind = moves.dtype().kind();
    if ((kind != 'i' && kind != 'u') || moves.ndim() != 1 ||
        moves.shape(0) != static_cast<py::ssize_t>(states.size())) {
        throw py::value_error(
            fmt::format("moves: {} integers are needed, one for each state", states.size()));
    }
    const auto numbers =
        py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(moves);
    auto after = new_states(states.size());
    std::uint16_t* const rows = after.mutable_data();
    const std::int64_t* const wanted = numbers.data();
    for_each_row(states.size(), checked_threads(threads), [&](std::size_t row) {
        const std::int64_t number = wanted[row];
        if (number < 0 || number >= Move::kCount) {
            throw py::value_error(
                fmt::format("state {}: move {}: an integer is 9 * block + cell, 0 to 80", row,
                            number));
        }
        const Move move(static_cast<unsigned>(number));
        const rules::AnyPosition position = states.at(row);
        if (!position.is_legal(move)) {
            throw py::value_error(fmt::format("state {}: move {} is illegal: {}", row,
                                              rules::to_text(move),
                                              rules::why_illegal(position, move)));
        }
        write_state(rows, row, position.after(move));
    });
    return after;
}

/// 1 X won, 2 O won, 3 draw.
std::int8_t outcome_number(const rules::Outcome& outcome) {
    if (!outcome.winner) return 3;
    return *outcome.winner == Side::kX ? 1 : 2;
}

py::array_t<std::int8_t> outcomes(const py::array& array, std::int64_t threads) {
    const StateRows states(array);
    py::array_t<std::int8_t> numbers(static_cast<py::ssize_t>(states.size()));
    std::int8_t* const data = numbers.mutable_data();
    for_each_row(states.size(), checked_threads(threads), [&](std::size_t row) {
        const rules::AnyPosition position = states.at(row);
        data[row] = position.is_over() ? outcome_number(position.outcome()) : std::int8_t{0};
    });
    return numbers;
}

rules::AnyPosition to_start(const py::object& start) {
    if (py::isinstance<PlayedPosition>(start)) {
        return start.cast<const PlayedPosition&>().position();
    }
    if (PyUnicode_Check(start.ptr()) == 0) {
        throw py::type_error("start: the name of rules, such as 'standard', or a Position");
    }
    return rules::AnyPosition::start(to_rules(py::cast<std::string>(start)));
}

py::tuple random_games(std::int64_t count, const py::object& start, std::uint64_t seed,
                       std::int64_t threads) {
    constexpr std::size_t kGames = 1 << 14;  // in a part
    const std::size_t games = checked_count("count", count);
    const int workers = checked_threads(threads);
    const auto tally = run_stoppable([&, from = to_start(start)](const std::stop_token& stop) {
        rules::PlayoutTally sum;
        std::mutex mutex;
        const auto play = [&](std::size_t begin, std::size_t end, std::size_t part) {
            base::Rng rng(base::derived_seed(seed, part));
            const auto got = from.visit([&](const auto& p) {
                return rules::playouts(p, rng, static_cast<int>(end - begin));
            });
            const std::lock_guard lock(mutex);
            sum.x_wins += got.x_wins;
            sum.o_wins += got.o_wins;
            sum.draws += got.draws;
            sum.plies += got.plies;
        };
        for_each_chunk(games, kGames, workers, stop, play);
        return sum;
    });
    return py::make_tuple(tally.x_wins, tally.o_wins, tally.draws, tally.plies);
}

/// One random game: its moves, then 255s. Returns who won.
std::int8_t write_random_game(const rules::AnyPosition& from, base::Rng& rng, std::uint8_t* moves) {
    std::fill_n(moves, Move::kCount, kNoMove);
    return from.visit([&]<rules::Ruleset R>(const rules::Position<R>& position) {
        if (position.is_over()) return outcome_number(position.outcome());
        rules::RandomGame<R> game(position);
        for (std::uint8_t* next = moves; !game.is_over(); ++next) {
            *next = static_cast<std::uint8_t>(game.step(rng()).value());
        }
        return outcome_number(game.outcome());
    });
}

py::tuple random_game_moves(std::int64_t count, const py::object& start, std::uint64_t seed,
                            std::int64_t threads) {
    const std::size_t games = checked_count("count", count);
    const int workers = checked_threads(threads);
    py::array_t<std::uint8_t> moves({games, std::size_t{Move::kCount}});
    py::array_t<std::int8_t> results(static_cast<py::ssize_t>(games));
    run_stoppable([&, from = to_start(start), rows = moves.mutable_data(),
                   won = results.mutable_data()](const std::stop_token& stop) {
        for_each_chunk(games, kChunk, workers, stop,
                       [&](std::size_t begin, std::size_t end, std::size_t part) {
                           base::Rng rng(base::derived_seed(seed, part));
                           for (std::size_t i = begin; i < end; ++i) {
                               won[i] = write_random_game(from, rng, rows + i * Move::kCount);
                           }
                       });
    });
    return py::make_tuple(moves, results);
}

/// A position of a random game, not over: at a ply drawn evenly from those that it has.
rules::AnyPosition random_position(const rules::AnyPosition& from, base::Rng& rng) {
    std::array<std::uint8_t, Move::kCount> moves;
    write_random_game(from, rng, moves.data());
    const auto length = std::find(moves.begin(), moves.end(), kNoMove) - moves.begin();
    rules::AnyPosition position = from;
    const std::uint32_t plies = rng.below(static_cast<std::uint32_t>(length));
    for (std::size_t i = 0; i < plies; ++i) position = position.after(Move(moves[i]));
    return position;
}

py::array_t<std::uint16_t> random_states(std::int64_t count, const py::object& start,
                                         std::uint64_t seed, std::int64_t threads) {
    const std::size_t wanted = checked_count("count", count);
    const int workers = checked_threads(threads);
    const rules::AnyPosition from = to_start(start);
    if (from.is_over()) throw py::value_error("the games would start from one that is over");
    auto states = new_states(wanted);
    std::uint16_t* const rows = states.mutable_data();
    run_stoppable([&](const std::stop_token& stop) {
        for_each_chunk(wanted, kChunk, workers, stop,
                       [&](std::size_t begin, std::size_t end, std::size_t part) {
                           base::Rng rng(base::derived_seed(seed, part));
                           for (std::size_t i = begin; i < end; ++i) {
                               write_state(rows, i, random_position(from, rng));
                           }
                       });
    });
    return states;
}

/// The network for each of the rules: the one given, or those that the module carries.
class Networks {
public:
    explicit Networks(const py::object& given) {
        if (!given.is_none()) given_ = to_network(given);
    }

    const net::Network& of(rules::Rules rules, std::size_t row) const {
        if (!given_) return builtin(rules);
        if (given_->rules() == rules) return *given_;
        throw py::value_error(fmt::format("state {}: its rules are {}, the network is for {}", row,
                                          rules::name(rules), rules::name(given_->rules())));
    }

private:
    /// Those live as long as the process. Kept here, threads do not count references on them.
    const net::Network& builtin(rules::Rules rules) const {
        auto& known = builtin_[rules::number_of(rules)];
        const net::Network* network = known.load(std::memory_order_acquire);
        if (network == nullptr) {
            network = search::builtin_net(rules).get();
            if (network == nullptr) throw_no_network(rules);
            known.store(network, std::memory_order_release);
        }
        return *network;
    }

    std::shared_ptr<const net::Network> given_;
    mutable std::array<std::atomic<const net::Network*>, rules::kAllRules.size()> builtin_{};
};

net::WinDrawLoss finished(const rules::Outcome& outcome, Side mover) {
    if (!outcome.winner) return {0, 1, 0};
    return *outcome.winner == mover ? net::WinDrawLoss{1, 0, 0} : net::WinDrawLoss{0, 0, 1};
}

net::WinDrawLoss evaluate_one(const rules::AnyPosition& any, const Networks& networks,
                              std::size_t row) {
    if (any.is_over()) return finished(any.outcome(), any.side());
    const net::Network& network = networks.of(any.rules(), row);
    return any.visit([&](const auto& position) {
        net::Accumulator accumulator;
        accumulator.refresh(network, position);
        return net::win_draw_loss(net::evaluate_logits(network, accumulator, position));
    });
}

py::array_t<float> evaluate(const py::array& array, const py::object& net, std::int64_t threads) {
    const StateRows states(array);
    const Networks networks(net);
    py::array_t<float> chances({states.size(), std::size_t{3}});
    float* const data = chances.mutable_data();
    for_each_row(states.size(), checked_threads(threads), [&](std::size_t row) {
        const net::WinDrawLoss chance = evaluate_one(states.at(row), networks, row);
        data[3 * row] = static_cast<float>(chance.win);
        data[3 * row + 1] = static_cast<float>(chance.draw);
        data[3 * row + 2] = static_cast<float>(chance.loss);
    });
    return chances;
}

void bind_states(py::module_& module) {
    module.def("states_of", &states_of, py::arg("positions"));
    module.def("positions_of", &positions_of, py::arg("states"));
    module.def("legal_masks", &legal_masks, py::arg("states"), py::arg("threads") = 1);
    module.def("features", &features, py::arg("states"), py::arg("dtype") = "float32",
               py::arg("threads") = 1);
    module.def("play_batch", &play_batch, py::arg("states"), py::arg("moves"),
               py::arg("threads") = 1);
    module.def("outcomes", &outcomes, py::arg("states"), py::arg("threads") = 1);
    module.def("evaluate", &evaluate, py::arg("states"), py::arg("net") = py::none(),
               py::arg("threads") = 1);
}

}  // namespace

void bind_batch(py::module_& module) {
    bind_states(module);
    module.def("random_games", &random_games, py::arg("count"), py::arg("start") = "standard",
               py::arg("seed") = 1, py::arg("threads") = 1);
    module.def("random_game_moves", &random_game_moves, py::arg("count"),
               py::arg("start") = "standard", py::arg("seed") = 1, py::arg("threads") = 1);
    module.def("random_states", &random_states, py::arg("count"), py::arg("start") = "standard",
               py::arg("seed") = 1, py::arg("threads") = 1);
}

}  // namespace ninefold::python
