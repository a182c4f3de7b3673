# Compiler flags and the third-party libraries that several folders use.

set(INGOT_WARNINGS -Wall -Wextra -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND INGOT_WARNINGS -Wthread-safety -Werror=thread-safety)
endif()
if(INGOT_WERROR)
  list(APPEND INGOT_WARNINGS -Werror)
endif()

# Programs link gRPC and what it needs as archives: its sixty shared libraries
# cost every start 12 ms of symbol lookup, which is half of a cache hit by the
# command line. Debian's archives are not position-independent, so our own shared
# libraries cannot have them and name the shared ones (ingot_use_shared).
set(OPENSSL_USE_STATIC_LIBS ON)
set(Protobuf_USE_STATIC_LIBS ON)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(absl REQUIRED CONFIG)
find_package(Protobuf REQUIRED)
find_package(gRPC REQUIRED CONFIG)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)

# Points an imported target and all that it needs from its shared library to the
# archive beside it.
function(ingot_prefer_archive library)
  get_property(done GLOBAL PROPERTY INGOT_ARCHIVES)
  if(NOT TARGET ${library} OR library IN_LIST done)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY INGOT_ARCHIVES ${library})
  get_target_property(shared ${library} IMPORTED_LOCATION_NONE)
  string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${shared}")
  if(EXISTS "${archive}")
    set_target_properties(${library} PROPERTIES IMPORTED_LOCATION_NONE ${archive})
  endif()
  get_target_property(needed ${library} INTERFACE_LINK_LIBRARIES)
  foreach(other IN LISTS needed)
    ingot_prefer_archive(${other})
  endforeach()
endfunction()
foreach(library gRPC::grpc++ gRPC::grpc++_reflection absl::flat_hash_map
    absl::flat_hash_set absl::str_format absl::time)
  ingot_prefer_archive(${library})
endforeach()

# Debian's RocksDB package file names a zstd target that does not exist, so the
# library is found directly.
find_library(INGOT_ROCKSDB rocksdb REQUIRED)
find_library(INGOT_ZSTD zstd REQUIRED)

# Our own sources, not generated ones, are compiled with the project's warnings.
function(ingot_warnings target)
  target_compile_options(${target} PRIVATE ${INGOT_WARNINGS})
endfunction()

# ingot_precompiled(NAME [OPTIONS OPTIONS...] [LINK LIBRARIES...] HEADERS HEADERS...):
# headers of LIBRARIES and of other people, parsed once for all libraries and tests of
# the calling folder and those below it, which are compiled with the same OPTIONS. Our
# own headers, but for generated ones, stay out: they change. ccache finds its entries
# again only if the result has no time in it.
macro(ingot_precompiled name)
  cmake_parse_arguments(PRECOMPILED "" "" "OPTIONS;LINK;HEADERS" ${ARGN})
  set(INGOT_PRECOMPILED ${name})
  set(INGOT_PRECOMPILED_OPTIONS ${PRECOMPILED_OPTIONS})
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_precompile_headers(${name} PRIVATE ${PRECOMPILED_HEADERS})
  target_compile_options(${name} PRIVATE ${PRECOMPILED_OPTIONS})
  target_link_libraries(${name} PRIVATE ${PRECOMPILED_LINK})
  ingot_warnings(${name})
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endmacro()

function(ingot_use_precompiled target)
  if(INGOT_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${INGOT_PRECOMPILED})
    target_compile_options(${target} PRIVATE ${INGOT_PRECOMPILED_OPTIONS})
  endif()
endfunction()

# Sources of a folder are compiled some at a time (CMAKE_UNITY_BUILD), which takes a
# third of the time: most of it goes into headers. ingot_compile_apart(SOURCES...):
# sources of the calling folder whose local names or `using` other ones there have too.
function(ingot_compile_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# ingot_library(NAME SOURCES... LINK LIBRARIES...): a static library of one
# folder.
function(ingot_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  ingot_warnings(${name})
  ingot_use_precompiled(${name})
endfunction()

# Lets a program's plugins find what is Ingot's in it (and protobuf, of which
# descriptions of targets are made). Everything else that they need is in shared
# libraries. Not all symbols: with those of templates it takes twice as many.
function(ingot_takes_plugins program)
  foreach(part 5ingot 6google8protobuf 4absl)
    target_link_options(${program} PRIVATE "LINKER:--export-dynamic-symbol=*${part}*")
  endforeach()
endfunction()

# ingot_shared_library(NAME OF LIBRARY [ARCHIVES LIBRARIES...] PACKAGES
# PKG-CONFIG-NAMES...): the objects of one of our static libraries, and of those
# it needs, as a shared library to install, over other people's shared libraries.
function(ingot_shared_library name)
  cmake_parse_arguments(ARG "" "OF" "ARCHIVES;PACKAGES" ${ARGN})
  add_library(${name} SHARED $<TARGET_OBJECTS:${ARG_OF}>)
  foreach(archive IN LISTS ARG_ARCHIVES)
    # The file, not the target, which would bring the archives of others.
    target_link_libraries(${name} PRIVATE $<TARGET_FILE:${archive}>)
    add_dependencies(${name} ${archive})
  endforeach()
  pkg_check_modules(${name}_packages REQUIRED ${ARG_PACKAGES})
  target_link_libraries(${name}
    PUBLIC $<INSTALL_INTERFACE:absl::status$<SEMICOLON>absl::statusor$<SEMICOLON>absl::time>
    PRIVATE ${${name}_packages_LINK_LIBRARIES} Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${name} PRIVATE LINKER:--as-needed)
  set_target_properties(${name} PROPERTIES
    VERSION ${PROJECT_VERSION} SOVERSION 0 LINKER_LANGUAGE CXX)
endfunction()
