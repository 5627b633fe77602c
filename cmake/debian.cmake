# SPDX-License-Identifier: MIT
# What `cpack` makes of a finished build: libnarae2, the shared library for
# programs that need it, and libnarae-dev, all that it takes to compile them;
# with -DNARAE_OPENSSL_PROVIDER=ON also narae-openssl-provider.
#
#     cmake -B build -DCMAKE_INSTALL_PREFIX=/usr && cmake --build build && (cd build && cpack)
#     sudo apt install ./build/libnarae*.deb
#
# With that prefix the libraries lie where Debian has those of the architecture.
# Debian requires a maintainer's address; the project has none, and .invalid
# (RFC 2606) says so.  Who distributes the packages gives his own.
set(NARAE_MAINTAINER "The Narae project <maintainer@narae.invalid>" CACHE STRING "Maintainer of the Debian packages")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME narae)
set(CPACK_PACKAGE_CONTACT ${NARAE_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libnarae${MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION}: the shared library")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libnarae-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libnarae${MAJOR} (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${PROJECT_DESCRIPTION}: headers and the static library")

if(NARAE_OPENSSL_PROVIDER)
  list(APPEND CPACK_COMPONENTS_ALL openssl)
  set(CPACK_DEBIAN_OPENSSL_PACKAGE_NAME narae-openssl-provider)
  set(CPACK_DEBIAN_OPENSSL_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_OPENSSL_PACKAGE_GENERATE_SHLIBS OFF)
  set(CPACK_COMPONENT_OPENSSL_DESCRIPTION "${PROJECT_DESCRIPTION}: the provider for OpenSSL 3")
endif()

include(CPack)
