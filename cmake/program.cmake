# SPDX-License-Identifier: MIT
# `ninefold`, the program, and what it carries besides the libraries' files.

if(NINEFOLD_SANITIZE MATCHES thread)
    # ThreadSanitizer knows no fences; Asio's locks are enough for it.
    target_compile_definitions(ninefold_server PUBLIC BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
set_source_files_properties(src/engine/version.cpp PROPERTIES
    COMPILE_DEFINITIONS NINEFOLD_VERSION="${PROJECT_VERSION}")
include(cmake/commit.cmake)

ninefold_embed(ninefold_server page_files server/page.h web/dist GZIP *)
ninefold_embed(ninefold_server fallback_files server/page.h web/fallback *.html)
ninefold_embed(ninefold_server openapi_files server/page.h src/server openapi.json)
ninefold_embed(ninefold_command completion_files command/command_outline.h data/completion *)
ninefold_embed(ninefold_cli example_bots cli/example_bots.h examples/bots
    *.py *.java *.c *.cpp *.js *.rs)

add_executable(ninefold)
ninefold_hot_first(ninefold)
target_sources(ninefold PRIVATE src/cli/main.cpp)
target_link_libraries(ninefold PRIVATE ninefold_cli)

include(cmake/portable.cmake)
