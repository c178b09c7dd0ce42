# SPDX-License-Identifier: MIT
# ninefold_portable: the program once more, from the same objects, for the archive of
# `make package`. What Debian has a static library of is linked statically; scripts/package puts
# the shared libraries that are left, glibc apart, into lib/ beside it.

add_executable(ninefold_portable EXCLUDE_FROM_ALL)
ninefold_hot_first(ninefold_portable)
target_sources(ninefold_portable PRIVATE src/cli/main.cpp)
target_link_libraries(ninefold_portable PRIVATE ninefold_flags)

# The rooms' archives by their paths, highest first: as targets they would bring the shared
# libraries along.
get_property(rooms GLOBAL PROPERTY NINEFOLD_ROOMS)
list(REVERSE rooms)
foreach(room IN LISTS rooms)
    get_target_property(type ninefold_${room} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
        target_link_libraries(ninefold_portable PRIVATE $<TARGET_FILE:ninefold_${room}>)
        add_dependencies(ninefold_portable ninefold_${room})
    endif()
endforeach()

foreach(name sqlite3 seccomp nats ncursesw tinfo fmt)
    find_library(NINEFOLD_STATIC_${name} NAMES lib${name}.a)
    mark_as_advanced(NINEFOLD_STATIC_${name})
    if(NINEFOLD_STATIC_${name})
        target_link_libraries(ninefold_portable PRIVATE ${NINEFOLD_STATIC_${name}})
    elseif(name STREQUAL fmt)
        # Debian has no libfmt.a, and libfmt.so would bring a second C++ library along.
        target_sources(ninefold_portable PRIVATE packaging/fmt.cpp)
    else()
        target_link_libraries(ninefold_portable PRIVATE ${name})
    endif()
endforeach()
target_link_libraries(ninefold_portable PRIVATE m Threads::Threads ${CMAKE_DL_LIBS})
# RPATH, not RUNPATH: it holds for the libraries' own libraries too.
target_link_options(ninefold_portable PRIVATE
    -static-libstdc++ -static-libgcc -Wl,--disable-new-dtags)
set_target_properties(ninefold_portable PROPERTIES BUILD_RPATH "$ORIGIN/../lib")
