# SPDX-License-Identifier: MIT
# find_package(narae): narae::narae is the static library, narae::shared the
# shared one where it was built.  COMPONENTS static, shared make a library a
# condition.
include(${CMAKE_CURRENT_LIST_DIR}/narae-targets.cmake)

set(narae_static_FOUND ON)
if(TARGET narae::shared)
  set(narae_shared_FOUND ON)
endif()
foreach(component ${narae_FIND_COMPONENTS})
  if(narae_FIND_REQUIRED_${component} AND NOT narae_${component}_FOUND)
    set(narae_FOUND OFF)
    set(narae_NOT_FOUND_MESSAGE "this installation of narae has no component ${component}")
  endif()
endforeach()
