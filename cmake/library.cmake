# SPDX-License-Identifier: MIT
# Ninefold as a library for other projects (docs/cpp.md): the static libraries of the public rooms with
# their headers, found by find_package(ninefold) and pkg-config, and libninefold.so for C.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set_source_files_properties(src/c_api/position_c.cpp PROPERTIES
    COMPILE_DEFINITIONS NINEFOLD_VERSION="${PROJECT_VERSION}")
add_library(ninefold_c SHARED)
ninefold_hot_first(ninefold_c rules net search)
target_sources(ninefold_c PRIVATE $<TARGET_OBJECTS:ninefold_c_api>)
target_link_libraries(ninefold_c PRIVATE ninefold_search ninefold_pictures)
# Templates of the C++ library would be visible too.
set(exports ${PROJECT_SOURCE_DIR}/src/c_api/exports.map)
target_link_options(ninefold_c PRIVATE -Wl,--version-script=${exports})
set_target_properties(ninefold_c PROPERTIES OUTPUT_NAME ninefold LINK_DEPENDS ${exports}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} LINKER_LANGUAGE CXX)
install(TARGETS ninefold_c LIBRARY COMPONENT program NAMELINK_COMPONENT dev OPTIONAL)

# Targets are called ninefold::rules, ninefold::record and so on.
set(public_rooms base rules record net protocol pictures search)
foreach(room IN LISTS public_rooms)
    set_target_properties(ninefold_${room} PROPERTIES EXPORT_NAME ${room})
    install(TARGETS ninefold_${room} EXPORT ninefold ARCHIVE COMPONENT dev OPTIONAL)
    install(DIRECTORY src/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ninefold COMPONENT dev
        FILES_MATCHING PATTERN *.h PATTERN *_test.h EXCLUDE PATTERN *_for_test.h EXCLUDE)
endforeach()
set_target_properties(ninefold_flags PROPERTIES EXPORT_NAME flags)
install(TARGETS ninefold_flags EXPORT ninefold)
install(DIRECTORY include/ninefold DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)
install(FILES src/c_api/ninefold.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/ninefold)
install(EXPORT ninefold NAMESPACE ninefold:: FILE ninefold-targets.cmake DESTINATION ${cmake_folder}
    COMPONENT dev)
configure_package_config_file(packaging/ninefold-config.cmake.in
    ${PROJECT_BINARY_DIR}/generated/ninefold-config.cmake INSTALL_DESTINATION ${cmake_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/ninefold-config-version.cmake
    COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/ninefold-config.cmake
    ${PROJECT_BINARY_DIR}/generated/ninefold-config-version.cmake
    DESTINATION ${cmake_folder} COMPONENT dev)

# Linkers want the highest first.
set(libraries "")
foreach(room IN LISTS public_rooms)
    string(PREPEND libraries "-lninefold_${room} ")
endforeach()
foreach(name ninefold ninefold-c)
    configure_file(packaging/${name}.pc.in ${PROJECT_BINARY_DIR}/generated/${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/generated/${name}.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endforeach()
