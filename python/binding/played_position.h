// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "rules/any_position.h"

namespace ninefold::python {

/// ninefold.Position: a position with the moves that led to it. Positions of one game share their
/// past, so that a copy costs the same however long the game is. Used with the GIL held; long calls
/// copy position() first.
class PlayedPosition {
public:
    explicit PlayedPosition(const rules::AnyPosition& start)
        : node_(std::make_shared<const Node>(Node{start, {}, nullptr})) {}

    const rules::AnyPosition& position() const { return node_->position; }
    bool has_moves() const { return node_->before != nullptr; }
    /// Precondition: has_moves().
    rules::Move last_move() const { return node_->move; }

    /// Precondition: the move is legal.
    void play(rules::Move move) {
        node_ = std::make_shared<const Node>(Node{position().after(move), move, node_});
    }
    /// Precondition: has_moves().
    void undo() { node_ = node_->before; }

    rules::AnyPosition start() const {
        const Node* node = node_.get();
        while (node->before) node = node->before.get();
        return node->position;
    }
    std::vector<rules::Move> moves() const {
        std::vector<rules::Move> moves;
        for (const Node* node = node_.get(); node->before; node = node->before.get()) {
            moves.insert(moves.begin(), node->move);
        }
        return moves;
    }

private:
    struct Node {
        rules::AnyPosition position;
        rules::Move move;
        std::shared_ptr<const Node> before;
    };
    std::shared_ptr<const Node> node_;
};

}  // namespace ninefold::python
