# SPDX-License-Identifier: MIT
# What `cmake --install` puts where.  Everything finds its neighbours relative
# to itself, so the installed tree may be moved as a whole.
include(CMakePackageConfigHelpers)

install(TARGETS ${libraries} EXPORT narae
        RUNTIME COMPONENT runtime
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE COMPONENT development)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(DIRECTORY include/narae DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md README.ko.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/narae)
install(EXPORT narae NAMESPACE narae:: FILE narae-targets.cmake DESTINATION ${package})
write_basic_package_version_file(narae-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES cmake/narae-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/narae-config-version.cmake
        DESTINATION ${package})

file(RELATIVE_PATH PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH LIBDIR_FROM_PREFIX ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH INCLUDEDIR_FROM_PREFIX ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
list(TRANSFORM definitions PREPEND " -D" OUTPUT_VARIABLE DEFINITIONS)
string(JOIN "" DEFINITIONS ${DEFINITIONS})
configure_file(cmake/narae.pc.in narae.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/narae.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
