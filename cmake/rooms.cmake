# A room is a folder of src/ and a static library ninefold_<name>. Its unit tests stand beside the
# code as *_test.cpp and become the program test_<name>. A room that has no code yet is skipped.

option(NINEFOLD_UNITY "Compile up to 32 sources of a room as one: a whole build in a third of the time" ON)

add_library(ninefold_flags INTERFACE)
# What projects that use the installed libraries get is the place of the headers alone.
target_include_directories(ninefold_flags INTERFACE
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
    $<INSTALL_INTERFACE:include> $<INSTALL_INTERFACE:include/ninefold>)
target_compile_features(ninefold_flags INTERFACE cxx_std_20)
target_compile_options(ninefold_flags INTERFACE $<BUILD_INTERFACE:-Wall;-Wextra;-Werror>)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # Every x86-64 processor since 2009; wider instructions are chosen at run time where they pay.
    target_compile_options(ninefold_flags INTERFACE $<BUILD_INTERFACE:-march=x86-64-v2>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 warns of overlaps that cannot be in `"text" + string` (its bug 105329). A source of a
    # unity build looks to it like a header, where types of an unnamed namespace are a fault. And with
    # little optimisation or with sanitizers it sees unset variables in its own <optional> and <regex>.
    target_compile_options(ninefold_flags INTERFACE
        $<BUILD_INTERFACE:-Wno-restrict;-Wno-subobject-linkage;-Wno-maybe-uninitialized>)
endif()
if(NINEFOLD_SANITIZE)
    target_compile_options(ninefold_flags INTERFACE
        -fsanitize=${NINEFOLD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(ninefold_flags INTERFACE -fsanitize=${NINEFOLD_SANITIZE})
endif()
if(NINEFOLD_FUZZ)
    # Checks of null pointers and alignment take an eighth of the compile time; AddressSanitizer sees
    # the use of a null pointer too, and `make asan` checks both.
    target_compile_options(ninefold_flags INTERFACE
        -fsanitize=fuzzer-no-link -fno-sanitize=null,alignment,object-size)
    target_link_options(ninefold_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# ninefold_unity(TARGET): compiles its sources in batches. The headers that most of them share (the
# standard library, JSON, Beast) then cost their time once a batch.
function(ninefold_unity target)
    if(NINEFOLD_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 32)
    endif()
endfunction()

# HOT: a room where the engine spends its time is compiled with -O3, the others with -O1.
# TOGETHER: sources that share expensive headers, compiled in one batch.
function(ninefold_room name)
    cmake_parse_arguments(ROOM "HOT" "" "USES;TOGETHER" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
    set(tests ${sources})
    list(FILTER sources EXCLUDE REGEX "(_test|/main)\\.cpp$")
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(TRANSFORM ROOM_TOGETHER PREPEND ${PROJECT_SOURCE_DIR}/src/${name}/)
    list(PREPEND sources ${ROOM_TOGETHER})
    list(REMOVE_DUPLICATES sources)
    set(library ninefold_${name})
    if(sources)
        add_library(${library} STATIC ${sources})
        ninefold_unity(${library})
        if(ROOM_HOT)
            target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:-O3>)
            set_property(GLOBAL APPEND PROPERTY NINEFOLD_HOT_ROOMS ${name})
        endif()
        set(scope PUBLIC)
    else()
        add_library(${library} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_link_libraries(${library} ${scope} ninefold_flags)
    foreach(used IN LISTS ROOM_USES)
        if(TARGET ninefold_${used})
            set(used ninefold_${used})
        endif()
        target_link_libraries(${library} ${scope} ${used})
    endforeach()
    set_property(GLOBAL APPEND PROPERTY NINEFOLD_ROOMS ${name})
    set_property(GLOBAL PROPERTY NINEFOLD_TESTS_OF_${name} "${tests}")
endfunction()

# ninefold_hot_first(TARGET [ROOM…]): puts the hot rooms, or only these, into a program or shared
# library before anything else. A linker keeps the first copy of an inline function that it meets, and
# that must be the fast one.
function(ninefold_hot_first target)
    set(rooms ${ARGN})
    if(NOT rooms)
        get_property(rooms GLOBAL PROPERTY NINEFOLD_HOT_ROOMS)
    endif()
    foreach(room IN LISTS rooms)
        target_sources(${target} PRIVATE $<TARGET_OBJECTS:ninefold_${room}>)
    endforeach()
endfunction()
