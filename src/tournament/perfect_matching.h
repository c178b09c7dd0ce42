// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ninefold::tournament {

/// Decides whether all of some teams can be paired at once when some pairs are not allowed, and
/// stays correct while pairs are taken out: a matching of the rest, mended by one augmenting path
/// each (J. Edmonds, "Paths, trees, and flowers", 1965). One thread.
class PerfectMatching {
public:
    /// `allowed[i][j]` says whether i and j may be paired; it must outlive this and be symmetric.
    explicit PerfectMatching(const std::vector<std::vector<bool>>& allowed);

    /// Whether all teams that are here can be paired.
    bool exists() const { return exists_; }

    /// Takes an allowed pair out if all others can be paired without it, else changes nothing.
    /// Needs exists().
    [[nodiscard]] bool take(std::size_t i, std::size_t j);
    /// Whether a team was not taken out.
    bool has(std::size_t team) const { return here_[team]; }

private:
    using Team = std::optional<std::size_t>;

    void match_with_free(std::size_t team);
    bool augment_from(std::size_t root);
    Team find_path(std::size_t root);
    Team reach(std::size_t from, std::size_t to, std::size_t root);
    void shrink(std::size_t v, std::size_t w);
    std::size_t common_base(std::size_t v, std::size_t w) const;
    void mark_path(std::size_t v, std::size_t base, std::size_t child);
    void match(std::size_t i, std::size_t j);

    const std::vector<std::vector<bool>>& allowed_;
    std::vector<bool> here_;
    std::vector<Team> mate_;
    bool exists_ = true;

    // Of the search for one path: the tree, and blossoms shrunk to their bases.
    std::vector<Team> parent_;
    std::vector<std::size_t> base_;
    std::vector<bool> reached_, in_blossom_;
    std::vector<std::size_t> queue_;
};

}  // namespace ninefold::tournament
