// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/foreign_text.h"
#include "base/split.h"
#include "binding/convert.h"
#include "record/record_json.h"
#include "record/record_reader.h"
#include "record/record_text.h"
#include "store/store.h"

namespace ninefold::python {

namespace {

using record::GameRecord;

std::string path_text(py::handle path) {
    const py::object text = py::module_::import("os").attr("fspath")(path);
    if (!py::isinstance<py::str>(text)) throw py::type_error("path: a string or a path is needed");
    return py::cast<std::string>(text);
}

/// Refuses what is no beginning of a date, for every text compares with every other.
std::string to_date(const char* what, const py::object& object) {
    constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:ddZ";
    const auto text = py::cast<std::string>(py::str(object));
    bool fits = text.size() >= 4 && text.size() <= kShape.size();
    for (std::size_t i = 0; i < text.size() && fits; ++i) {
        fits = kShape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == kShape[i];
    }
    if (fits) return text;
    throw py::value_error(
        fmt::format("{} {}: not a date; 2026, 2026-11-15 or 2026-11-15T08:30 is one", what,
                    base::quoted(text)));
}

store::Won to_won(const std::string& text) {
    if (text == "x") return store::Won::kByX;
    if (text == "o") return store::Won::kByO;
    if (text == "none") return store::Won::kByNobody;
    throw py::value_error(fmt::format("winner '{}': 'x', 'o' or 'none' is possible", text));
}

using Setter = void (*)(store::GameFilter&, const py::object&);

template <std::string store::GameFilter::*Field>
void set_text(store::GameFilter& filter, const py::object& value) {
    filter.*Field = py::cast<std::string>(value);
}

template <std::optional<int> store::GameFilter::*Field>
void set_plies(store::GameFilter& filter, const py::object& value) {
    filter.*Field = static_cast<int>(in_range("plies", py::cast<std::int64_t>(value), 0, 81));
}

void set_endings(store::GameFilter& filter, const py::object& value) {
    const auto words = py::cast<std::string>(value);
    for (const std::string_view word : base::split(words, ',')) {
        filter.endings.push_back(value_or_throw(rules::parse_ending(word)));
    }
}

struct NamedSetter {
    std::string_view name;
    Setter set;
};

/// The options of `ninefold games`, by their names.
constexpr std::array kSetters = {
    NamedSetter{"match",
                [](store::GameFilter& filter, const py::object& value) {
                    filter.match = value_or_throw(
                        store::parse_match_id(py::cast<std::string>(py::str(value))));
                }},
    NamedSetter{"bot", set_text<&store::GameFilter::bot>},
    NamedSetter{"name", set_text<&store::GameFilter::bot_text>},
    NamedSetter{"won_by", set_text<&store::GameFilter::won_by>},
    NamedSetter{"lost_by", set_text<&store::GameFilter::lost_by>},
    NamedSetter{"winner",
                [](store::GameFilter& filter, const py::object& v) {
                    filter.won = to_won(py::cast<std::string>(v));
                }},
    NamedSetter{"ending", set_endings},
    NamedSetter{"forfeits", [](store::GameFilter& filter,
                               const py::object& v) { filter.forfeits = py::cast<bool>(v); }},
    NamedSetter{"rules",
                [](store::GameFilter& filter, const py::object& v) {
                    filter.rules = to_rules(py::cast<std::string>(v));
                }},
    NamedSetter{"since", [](store::GameFilter& filter,
                            const py::object& v) { filter.since = to_date("since", v); }},
    NamedSetter{"until", [](store::GameFilter& filter,
                            const py::object& v) { filter.until = to_date("until", v); }},
    NamedSetter{"min_plies", set_plies<&store::GameFilter::min_plies>},
    NamedSetter{"max_plies", set_plies<&store::GameFilter::max_plies>},
};

store::GameFilter make_filter(const py::dict& wanted) {
    store::GameFilter filter;
    filter.order = store::Order::kByNumber;
    for (const auto& [key, value] : wanted) {
        const auto name = py::cast<std::string>(key);
        const auto* const setter = std::find_if(kSetters.begin(), kSetters.end(),
                                                [&](const auto& s) { return s.name == name; });
        if (setter == kSetters.end()) {
            std::string known;
            for (const NamedSetter& s : kSetters) known += fmt::format(" {}", s.name);
            throw py::type_error(fmt::format("there is no filter '{}'; there are{}", name, known));
        }
        setter->set(filter, py::reinterpret_borrow<py::object>(value));
    }
    return filter;
}

/// The games of a database, read in pages. Holds the GIL: a page takes milliseconds.
class KeptGames {
public:
    KeptGames(const std::string& path, const py::dict& wanted)
        : store_(value_or_throw(store::Store::open(path, store::Access::kRead))),
          filter_(make_filter(wanted)) {
        filter_.limit = kPage;
    }

    std::optional<GameRecord> next() {
        if (at_ == page_.size()) read_page();
        if (page_.empty()) return std::nullopt;
        return std::move(page_[at_++]);
    }
    std::int64_t count() { return value_or_throw(store_->count(filter_)); }

private:
    static constexpr std::int64_t kPage = 1000;

    void read_page() {
        page_.clear();
        at_ = 0;
        throw_if_failed(store_->for_each(filter_, [&](store::GameId id, GameRecord game) {
            if (game.id.empty()) game.id = store::to_text(id);
            page_.push_back(std::move(game));
            return true;
        }));
        filter_.offset += static_cast<std::int64_t>(page_.size());
    }

    std::unique_ptr<store::Store> store_;
    store::GameFilter filter_;
    std::vector<GameRecord> page_;
    std::size_t at_ = 0;
};

/// The games of a file of records.
class RecordedGames {
public:
    RecordedGames(const std::string& path, const py::dict& wanted)
        : path_(path), filter_(make_filter(wanted)), file_(path), reader_(file_) {
        if (filter_.match) throw py::value_error("match: only the games of a database have one");
        if (!file_) throw py::value_error(fmt::format("{}: {}", path, std::strerror(errno)));
    }

    std::optional<GameRecord> next() {
        while (true) {
            auto game = reader_.next();
            if (!game) {
                throw py::value_error(fmt::format("{}: {}", path_, game.error().message));
            }
            if (!*game || store::passes(filter_, record::summary_of(**game))) {
                return std::move(*game);
            }
        }
    }

private:
    std::string path_;
    store::GameFilter filter_;
    std::ifstream file_;
    record::RecordReader reader_;
};

bool is_database(const py::object& path) {
    const std::string name = path_text(path);
    std::ifstream file(name, std::ios::binary);
    if (!file && name.ends_with(".db")) return true;  // the store says what is wrong with it
    if (!file) throw py::value_error(fmt::format("{}: {}", name, std::strerror(errno)));
    std::string head(15, '\0');
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    return head == "SQLite format 3";
}

void add_to_database(const py::object& path, const std::vector<GameRecord>& games) {
    const auto store = value_or_throw(store::Store::open(path_text(path)));
    for (const GameRecord& game : games) (void)value_or_throw(store->add_casual(game));
}

template <typename Games>
void bind_games(py::module_& module, const char* name) {
    py::class_<Games> type(module, name);
    publish(type);
    type.def(py::init([](const py::object& path, const py::dict& wanted) {
        return std::make_unique<Games>(path_text(path), wanted);
    }));
    type.def("__iter__", [](py::object self) { return self; });
    type.def("__next__", [](Games& games) {
        auto game = games.next();
        if (!game) throw py::stop_iteration();
        return std::move(*game);
    });
    if constexpr (requires(Games & games) { games.count(); }) type.def("count", &Games::count);
}

}  // namespace

void bind_game_files(py::module_& module) {
    bind_games<KeptGames>(module, "KeptGames");
    bind_games<RecordedGames>(module, "RecordedGames");
    module.def("is_database", &is_database, py::arg("path"));
    module.def("add_to_database", &add_to_database, py::arg("path"), py::arg("games"));
    module.def(
        "check_filter", [](const py::dict& wanted) { (void)make_filter(wanted); },
        py::arg("filter"));
    module.def("default_database", [] { return value_or_throw(store::default_path()).string(); });
}

}  // namespace ninefold::python
