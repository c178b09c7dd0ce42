# SPDX-License-Identifier: MIT
# What `make install` and the packages of `make package` contain (docs/install.md): the component
# `program` with the Python module, and `dev` for C and C++ (cmake/library.cmake).

include(GNUInstallDirs)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)

if(TARGET ninefold_python)
    # Debian's Python looks there, under /usr and under /usr/local.
    set(NINEFOLD_PYTHON_DIR lib/python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}/dist-packages
        CACHE STRING "Where the Python module is installed, below the prefix")
    install(TARGETS ninefold_python LIBRARY DESTINATION ${NINEFOLD_PYTHON_DIR}/ninefold)
    install(DIRECTORY python/ninefold DESTINATION ${NINEFOLD_PYTHON_DIR}
        PATTERN __pycache__ EXCLUDE)
endif()
if(NOT NINEFOLD_PROGRAM)
    return()
endif()

set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(shared ${CMAKE_INSTALL_DATADIR}/ninefold)

# All that is installed, for `make install`.
add_custom_target(ninefold_installed DEPENDS ninefold ninefold_c)
if(TARGET ninefold_python)
    add_dependencies(ninefold_installed ninefold_python)
endif()

install(TARGETS ninefold)
# The Java host's class-data archive holds for one Java at one place: it stays behind.
install(DIRECTORY hosts examples DESTINATION ${shared}
    PATTERN __pycache__ EXCLUDE
    PATTERN build EXCLUDE
    PATTERN .gitignore EXCLUDE)
install(PROGRAMS hosts/java/java-host hosts/java/build.sh DESTINATION ${shared}/hosts/java)
install(FILES hosts/java/build/ninefold-host.jar DESTINATION ${shared}/hosts/java/build OPTIONAL)
install(PROGRAMS examples/bots/javascript/riddles_bot.js examples/bots/javascript/ugi_bot.js
    DESTINATION ${shared}/examples/bots/javascript)
install(FILES packaging/ninefold.service DESTINATION lib/systemd/system)
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
# Of the libraries inside, where `make package` gathered them.
install(DIRECTORY ${PROJECT_BINARY_DIR}/licences DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
install(DIRECTORY docs nets DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN *.png PATTERN site EXCLUDE)

# Man pages and completion are written by the program itself, from its commands' definitions.
install(CODE "execute_process(COMMAND \"$<TARGET_FILE:ninefold>\" manual
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\" COMMAND_ERROR_IS_FATAL ANY)")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ninefold)
set(CPACK_COMPONENTS_ALL program dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ninefold)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME ninefold-dev)
set(CPACK_PACKAGE_CONTACT "The Ninefold authors")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Ultimate Tic-Tac-Toe: board, engine, referee, tournaments
Play in the browser or in the terminal, against people, bots or a strong engine.
Run matches and tournaments between bots in any language, each in a sandbox.
Contains the Python module ninefold and the C library.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DESCRIPTION "Ultimate Tic-Tac-Toe: headers and libraries for C and C++
Found by find_package(ninefold) and by pkg-config.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS bubblewrap)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "ninefold (= ${PROJECT_VERSION}), libfmt-dev, nlohmann-json3-dev")
# A JDK, since Java bots usually come as source files.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS
    "python3, python3-numpy, default-jdk-headless | openjdk-17-jdk-headless")
foreach(script postinst prerm postrm)
    configure_file(packaging/${script}.in ${PROJECT_BINARY_DIR}/generated/${script} @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
        WORLD_READ WORLD_EXECUTE)
    list(APPEND CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA
        ${PROJECT_BINARY_DIR}/generated/${script})
endforeach()
include(CPack)
