// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cstddef>

#include "net/network.h"

namespace ninefold::net {
namespace {

/// A matrix of whole numbers, kOne = 1.0. One number more than needed is kept at the end, where a
/// layer that takes its inputs in pairs may look (and multiply with zero).
class Values {
public:
    Values(std::size_t height, std::size_t width) : width_(width), data_(height * width + 1) {}
    std::size_t height() const { return data_.size() / width_; }
    std::int16_t* row(std::size_t i) { return data_.data() + i * width_; }
    const std::int16_t* row(std::size_t i) const { return data_.data() + i * width_; }
    void clip_below_zero() {
        for (std::int16_t& v : data_) v = std::max<std::int16_t>(v, 0);
    }

private:
    std::size_t width_;
    std::vector<std::int16_t> data_;
};

/// A layer of the file in the order the kernels want.
class Layer {
public:
    Layer(const Dense& dense, const Kernels& kernels)
        : kernels_(kernels),
          pairs_((dense.inputs + 1) / 2),
          outputs_((dense.outputs + 7) / 8 * 8),
          weights_(static_cast<std::size_t>(pairs_ * outputs_) * 2),
          bias_(static_cast<std::size_t>(outputs_)) {
        constexpr std::uint32_t kHalf = 1u << (Shape::kRowShift - 1);
        for (int o = 0; o < dense.outputs; ++o) {
            const std::int32_t bias =
                dense.bias.empty() ? 0 : dense.bias[static_cast<std::size_t>(o)];
            bias_[static_cast<std::size_t>(o)] =
                static_cast<std::int32_t>(static_cast<std::uint32_t>(bias) + kHalf);
            for (int i = 0; i < dense.inputs; ++i) {
                weights_[static_cast<std::size_t>((i / 2 * outputs_ + o) * 2 + i % 2)] =
                    dense.weights[static_cast<std::size_t>(o * dense.inputs + i)];
            }
        }
    }

    void apply(const std::int16_t* x, std::int16_t* y) const {
        kernels_.dense({pairs_, outputs_, weights_.data(), bias_.data()}, x, y);
    }
    Values apply(const Values& x) const {
        Values y(x.height(), static_cast<std::size_t>(outputs_));
        for (std::size_t i = 0; i < x.height(); ++i) apply(x.row(i), y.row(i));
        return y;
    }

private:
    const Kernels& kernels_;
    int pairs_, outputs_;
    std::vector<std::int16_t> weights_;
    std::vector<std::int32_t> bias_;
};

Values scaled(const std::vector<std::int8_t>& facts, std::size_t width) {
    Values values(facts.size() / width, width);
    std::transform(facts.begin(), facts.end(), values.row(0),
                   [](int fact) { return static_cast<std::int16_t>(fact * Shape::kOne); });
    return values;
}

/// One section of rows: the map of every description from `first` on.
void bake_section(const Layer& layer, const Values& described, std::size_t first, Row* rows) {
    for (std::size_t i = 0; i < described.height(); ++i) {
        layer.apply(described.row(i) + first, rows + i * Shape::kLanes);
    }
}

void arrange_by_fours(const std::int8_t* weights, int inputs, int outputs, std::int8_t* arranged) {
    for (int o = 0; o < outputs; ++o) {
        for (int i = 0; i < inputs; ++i) {
            arranged[(i / 4 * outputs + o) * 4 + i % 4] = weights[o * inputs + i];
        }
    }
}

}  // namespace

void Network::bake_rows(const NetworkFile& file) {
    Row* rows = rows_.get();
    const Dimensions& d = file.dimensions;
    const auto layer = [this](const Dense& dense) { return Layer(dense, *kernels_); };
    Values hidden = layer(file.encode).apply(scaled(pattern_facts(map_), kPatternFacts));
    hidden.clip_below_zero();
    if (d.second_hidden != 0) {
        hidden = layer(file.second).apply(hidden);
        hidden.clip_below_zero();
    }
    const Values described = layer(file.describe).apply(hidden);
    const std::size_t section = std::size_t{map_.section()} * Shape::kLanes;
    const auto bake_all = [&](const auto& layers, std::size_t first) {
        for (const Dense& dense : layers) {
            bake_section(layer(dense), described, first, rows);
            rows += section;
        }
    };
    bake_all(file.block, 0);
    bake_all(file.use, d.rank);
    bake_all(file.target, std::size_t{d.rank} + d.use_rank);
    rows = std::copy(file.cell.begin(), file.cell.end(), rows);

    Values macro = layer(file.macro_encode).apply(scaled(macro_facts(map_), kMacroFacts));
    macro.clip_below_zero();
    bake_section(layer(file.macro_describe), macro, 0, rows);
    rows += std::size_t{patterns::kOwned} * Shape::kLanes;
    rows = std::copy(file.bias.begin(), file.bias.end(), rows);
    std::fill_n(rows, Shape::kLanes, Row{0});
}

std::vector<Head> Network::arrange_heads(const NetworkFile& file) {
    constexpr int kMiddle = 2 * Shape::kHead;
    std::vector<Head> heads(file.dimensions.buckets);
    for (std::size_t b = 0; b < heads.size(); ++b) {
        Head& head = heads[b];
        arrange_by_fours(file.head_weights.data() + b * head.head_weights.size(), Shape::kLanes,
                         Shape::kHead, head.head_weights.data());
        arrange_by_fours(file.tail_weights.data() + b * head.tail_weights.size(), kMiddle,
                         Shape::kTail, head.tail_weights.data());
        const auto copy = [b](const auto& all, auto& one) {
            std::copy_n(all.data() + b * one.size(), one.size(), one.begin());
        };
        copy(file.head_bias, head.head_bias);
        copy(file.tail_bias, head.tail_bias);
        copy(file.out_weights, head.out_weights);
        copy(file.out_bias, head.out_bias);
    }
    return heads;
}

}  // namespace ninefold::net
