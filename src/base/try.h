// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "base/result.h"

/// The value of a Result; where it failed, the function returns its error. What Rust writes as `?`:
///
///     Statement insert = TRY(database.prepare(sql));
///     TRY(insert.run(id, name));
///
/// In braces, as in `Game{name, TRY(start())}`, compilers forget to destroy what stands before it,
/// and behind `new` to free it: give such a value a name first (tests/architecture_test.py looks).
/// Included by sources and by headers of their own room only: the name is a macro's.
#define TRY(...)                          \
    __extension__({                       \
        auto&& tried = (__VA_ARGS__);     \
        if (!tried) return tried.error(); \
        std::move(tried).value();         \
    })
