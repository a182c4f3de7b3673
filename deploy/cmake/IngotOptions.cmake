# Compiler flags and the third-party libraries that several folders use.

set(INGOT_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND INGOT_WARNINGS -Wthread-safety -Werror=thread-safety)
endif()
if(INGOT_WERROR)
  list(APPEND INGOT_WARNINGS -Werror)
endif()

find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(absl REQUIRED CONFIG)
find_package(Protobuf REQUIRED)
find_package(gRPC REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED)

# Debian's RocksDB package file names a zstd target that does not exist, so the
# library is found directly.
find_library(INGOT_ROCKSDB rocksdb REQUIRED)

# Our own sources, not generated ones, are compiled with the project's warnings.
function(ingot_warnings target)
  target_compile_options(${target} PRIVATE ${INGOT_WARNINGS})
endfunction()

# ingot_library(NAME SOURCES... LINK LIBRARIES...): a static library of one
# folder.
function(ingot_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  ingot_warnings(${name})
endfunction()
