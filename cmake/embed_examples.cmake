# Makes a source file that holds the files of examples/bots as texts, for `ninefold new-bot`.
# Raw string literals may not be longer than 64 KiB for some compilers; no example is.

function(ninefold_embed_examples target)
    set(folder ${PROJECT_SOURCE_DIR}/examples/bots)
    file(GLOB_RECURSE paths CONFIGURE_DEPENDS RELATIVE ${folder}
        ${folder}/*.py ${folder}/*.java ${folder}/*.c ${folder}/*.cpp ${folder}/*.js ${folder}/*.rs)
    set(entries "")
    foreach(path IN LISTS paths)
        file(READ ${folder}/${path} text)
        string(APPEND entries "    {\"${path}\", R\"~example~(${text})~example~\"},\n")
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
            ${folder}/${path})
    endforeach()
    set(source ${PROJECT_BINARY_DIR}/generated/example_bots.cpp)
    file(WRITE ${source}.new "// Generated from examples/bots.
#include \"cli/example_bots.h\"

namespace ninefold::cli {

static constexpr ExampleBot kExampleBots[] = {
${entries}};

std::span<const ExampleBot> example_bots() { return kExampleBots; }

}  // namespace ninefold::cli
")
    configure_file(${source}.new ${source} COPYONLY)
    target_sources(${target} PRIVATE ${source})
endfunction()
