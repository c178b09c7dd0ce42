// SPDX-License-Identifier: MIT
#include "net/bake.h"

#include <algorithm>
#include <cstddef>

namespace ninefold::net {
namespace {

/// A matrix of whole numbers, kOne = 1.0.
struct Values {
    std::size_t width;
    std::vector<std::int16_t> data;
    const std::int16_t* row(std::size_t i) const { return data.data() + i * width; }
    std::size_t height() const { return data.size() / width; }
};

/// (bias + weights * x + half) >> kRowShift for one output, clipped to int16. Sums wrap around
/// rather than overflow.
std::int16_t dense_output(const std::int16_t* weights, std::int32_t bias, const std::int16_t* x,
                          int inputs) {
    auto sum = static_cast<std::uint32_t>(bias) + (1u << (Shape::kRowShift - 1));
    std::int32_t dot = 0;
    for (int i = 0; i < inputs; ++i) {
        dot = static_cast<std::int32_t>(static_cast<std::uint32_t>(dot) +
                                        static_cast<std::uint32_t>(weights[i] * x[i]));
    }
    sum += static_cast<std::uint32_t>(dot);
    const std::int32_t y = static_cast<std::int32_t>(sum) >> Shape::kRowShift;
    return static_cast<std::int16_t>(std::clamp(y, -32768, 32767));
}

void apply(const Dense& dense, const std::int16_t* x, std::int16_t* y) {
    for (int o = 0; o < dense.outputs; ++o) {
        y[o] = dense_output(dense.weights.data() + static_cast<std::ptrdiff_t>(o) * dense.inputs,
                            dense.bias[static_cast<std::size_t>(o)], x, dense.inputs);
    }
}

Values apply(const Dense& dense, const Values& x) {
    const auto width = static_cast<std::size_t>(dense.outputs);
    Values y{width, std::vector<std::int16_t>(x.height() * width)};
    for (std::size_t i = 0; i < x.height(); ++i) apply(dense, x.row(i), y.data.data() + i * width);
    return y;
}

void clip_below_zero(Values& values) {
    for (std::int16_t& v : values.data) v = std::max<std::int16_t>(v, 0);
}

Values scaled(const std::vector<std::int8_t>& facts, std::size_t width) {
    Values values{width, std::vector<std::int16_t>(facts.size())};
    std::transform(facts.begin(), facts.end(), values.data.begin(),
                   [](int fact) { return static_cast<std::int16_t>(fact * Shape::kOne); });
    return values;
}

/// One section of rows: the map of every description from `first` on.
void bake_section(const Dense& dense, const Values& described, std::size_t first, Row* rows) {
    for (std::size_t i = 0; i < described.height(); ++i) {
        apply(dense, described.row(i) + first, rows + i * Shape::kLanes);
    }
}

std::vector<std::int8_t> by_fours(const std::int8_t* weights, int inputs, int outputs) {
    std::vector<std::int8_t> arranged(static_cast<std::size_t>(inputs * outputs));
    for (int o = 0; o < outputs; ++o) {
        for (int i = 0; i < inputs; ++i) {
            const int at = (i / 4 * outputs + o) * 4 + i % 4;
            arranged[static_cast<std::size_t>(at)] = weights[o * inputs + i];
        }
    }
    return arranged;
}

}  // namespace

void bake_rows(const NetworkFile& file, const RowMap& map, Row* rows) {
    const Dimensions& d = file.dimensions;
    Values hidden = apply(file.encode, scaled(pattern_facts(map), kPatternFacts));
    clip_below_zero(hidden);
    const Values described = apply(file.describe, hidden);
    const std::size_t section = std::size_t{map.section()} * Shape::kLanes;
    for (std::size_t i = 0; i < 9; ++i, rows += section) {
        bake_section(file.block[i], described, 0, rows);
    }
    for (std::size_t i = 0; i < 8; ++i, rows += section) {
        bake_section(file.use[i], described, d.rank, rows);
    }
    for (std::size_t i = 0; i < 2; ++i, rows += section) {
        bake_section(file.target[i], described, std::size_t{d.rank} + d.use_rank, rows);
    }
    rows = std::copy(file.cell.begin(), file.cell.end(), rows);

    Values macro = apply(file.macro_encode, scaled(macro_facts(map), kMacroFacts));
    clip_below_zero(macro);
    bake_section(file.macro_describe, macro, 0, rows);
    rows += std::size_t{patterns::kOwned} * Shape::kLanes;
    rows = std::copy(file.bias.begin(), file.bias.end(), rows);
    std::fill_n(rows, Shape::kLanes, Row{0});
}

std::vector<Head> arrange_heads(const NetworkFile& file) {
    constexpr int kMiddle = 2 * Shape::kHead;
    std::vector<Head> heads(file.dimensions.buckets);
    for (std::size_t b = 0; b < heads.size(); ++b) {
        Head& head = heads[b];
        const auto first = by_fours(file.head_weights.data() + b * head.head_weights.size(),
                                    Shape::kLanes, Shape::kHead);
        const auto second = by_fours(file.tail_weights.data() + b * head.tail_weights.size(),
                                     kMiddle, Shape::kTail);
        std::copy(first.begin(), first.end(), head.head_weights.begin());
        std::copy(second.begin(), second.end(), head.tail_weights.begin());
        std::copy_n(file.head_bias.begin() + static_cast<std::ptrdiff_t>(b * Shape::kHead),
                    Shape::kHead, head.head_bias.begin());
        std::copy_n(file.tail_bias.begin() + static_cast<std::ptrdiff_t>(b * Shape::kTail),
                    Shape::kTail, head.tail_bias.begin());
        std::copy_n(file.out_weights.begin() + static_cast<std::ptrdiff_t>(b * 2 * Shape::kTail),
                    2 * Shape::kTail, head.out_weights.begin());
        std::copy_n(file.out_bias.begin() + static_cast<std::ptrdiff_t>(b * 2), 2,
                    head.out_bias.begin());
    }
    return heads;
}

}  // namespace ninefold::net
