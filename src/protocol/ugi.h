// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/lower_case.h"
#include "base/result.h"
#include "protocol/info.h"
#include "protocol/limits.h"
#include "rules/any_position.h"
#include "rules/ending.h"

/// UGI, the protocol of docs/protocol.md: every line of both directions as a value, read from text
/// and written as text. Nothing here does input or output. Lines come and go without line end.
namespace ninefold::protocol::ugi {

/// A line is at most this long, line end not counted.
inline constexpr std::size_t kMaxLine = 64 * 1024;

// From the referee to the bot.

/// A command of one word: `ugi`, `isready`, `uginewgame`, `stop`, `ponderhit`, `quit`.
enum class Word : std::uint8_t { kUgi, kIsReady, kNewGame, kStop, kPonderHit, kQuit };
struct SetOption {
    std::string name, value;
    bool operator==(const SetOption&) const = default;
};
/// Whether two names of options are the same: in any case of letters, as in all such protocols.
inline bool same_option(std::string_view a, std::string_view b) {
    return base::lower_case(a) == base::lower_case(b);
}
struct SetPosition {
    std::optional<rules::AnyPosition> start;  ///< nothing: `startpos`
    std::vector<rules::Move> moves;           ///< well-formed; not yet checked against the rules
    bool operator==(const SetPosition&) const = default;
};
struct Go {
    Limits limits;
    bool operator==(const Go&) const = default;
};
/// A line that begins with no word of the protocol, or a blank one (`word` is empty). A good bot
/// ignores it.
struct Unknown {
    std::string word;
    bool operator==(const Unknown&) const = default;
};
using Command = std::variant<Unknown, Word, SetOption, SetPosition, Go>;

/// Unknown words in `go` are skipped; a number, move or position that cannot be read is an error.
base::Result<Command> parse_command(std::string_view line);
std::string to_text(const Command& command);

/// The position that a `position` command describes, every move checked. `rules` are those of the
/// options Rules and TieBreak, for `startpos`.
base::Result<rules::AnyPosition> replay(const SetPosition& command, rules::Rules rules);

/// ` moves M1 M2 …`, or nothing where there is no move.
void append_moves(std::string& line, const std::vector<rules::Move>& moves);
/// `go …`. Times are cut to whole milliseconds, and what is left of one shows as 1.
void append_go(std::string& line, const Limits& limits);

// From the bot to the referee.

struct Id {
    enum class Kind : std::uint8_t { kName, kAuthor };
    Kind kind = Kind::kName;
    std::string text;
    bool operator==(const Id&) const = default;
};
struct Option {
    enum class Type : std::uint8_t { kCheck, kSpin, kCombo, kString, kButton };
    std::string name;
    Type type = Type::kString;
    std::string default_value;
    std::optional<std::int64_t> min, max;
    std::vector<std::string> choices;
    bool operator==(const Option&) const = default;
};
/// A reply of one word: `ugiok`, `readyok`.
enum class Ok : std::uint8_t { kUgi, kReady };
/// In place of a move: the bot gives up, or says that it finds none.
enum class NoMove : std::uint8_t { kResign, kNone };
struct BestMove {
    std::variant<rules::Move, NoMove> what;
    std::optional<rules::Move> ponder;
    bool operator==(const BestMove&) const = default;
};
struct Forfeit {
    rules::Ending ending = rules::Ending::kCrash;
    std::string sentence;
    bool operator==(const Forfeit&) const = default;
};
using Reply = std::variant<Unknown, Id, Option, Ok, Info, BestMove, Forfeit>;

/// An `info` is never an error: what cannot be read of it is skipped. All text in the result is
/// safe to show.
base::Result<Reply> parse_reply(std::string_view line);
std::string to_text(const Reply& reply);

}  // namespace ninefold::protocol::ugi
