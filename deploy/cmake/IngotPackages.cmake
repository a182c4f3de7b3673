# cpack -G DEB: the packages ingot (the command and the libraries), ingotd (the
# service), libingot-dev, and one for each library of client/libraries that was
# built, for which others have to be installed. Where a file of ours goes by its
# component, which the install() calls name: cli, daemon, development, or the
# library.

set(debian ${CMAKE_SOURCE_DIR}/deploy/debian)
set(packages cli=ingot daemon=ingotd development=libingot-dev)
set(libraries)
foreach(library dnnl xnnpack)
  if(TARGET ingot_${library})
    list(APPEND libraries ${library})
    list(APPEND packages ${library}=ingot-${library})
  endif()
endforeach()

# What only a package has, as its places do not depend on a prefix.
install(FILES ${CMAKE_SOURCE_DIR}/deploy/ingotd.toml DESTINATION /etc/ingot
  COMPONENT daemon EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_SOURCE_DIR}/deploy/systemd/ingotd.service
  ${CMAKE_SOURCE_DIR}/deploy/systemd/ingotd.socket
  DESTINATION /lib/systemd/system COMPONENT daemon EXCLUDE_FROM_ALL)
install(FILES ${debian}/ingotd.lintian-overrides
  DESTINATION /usr/share/lintian/overrides RENAME ingotd
  COMPONENT daemon EXCLUDE_FROM_ALL)
set(changelog ${CMAKE_BINARY_DIR}/changelog.gz)
execute_process(COMMAND gzip -9cn ${debian}/changelog OUTPUT_FILE ${changelog}
  COMMAND_ERROR_IS_FATAL ANY)
foreach(pair ${packages})
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  install(FILES ${debian}/copyright ${changelog}
    DESTINATION /usr/share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  string(TOUPPER ${component} component)
  set(CPACK_DEBIAN_${component}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${component}_FILE_NAME DEB-DEFAULT)
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/deploy/docs/ DESTINATION /usr/share/doc/ingotd
  COMPONENT daemon EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.md)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ingot)
set(CPACK_PACKAGE_CONTACT "The Ingot authors <ingot@example.org>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL cli daemon development ${libraries})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
# Of all components: CPack knows no other way.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The packages hold programs that are built already; tests need not be.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)

set(CPACK_COMPONENT_CLI_DESCRIPTION
  "compile machine-learning programs to native code
 The command ingot sends a model (ONNX, TFLite, TensorFlow, StableHLO, PyTorch,
 TOSA, linalg) to a compile service and writes a native executable. The libraries
 do the same for programs, and load and run executables.")
set(CPACK_DEBIAN_CLI_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_CLI_PACKAGE_SHLIBDEPS ON)
# Without a server the command starts a daemon of the user's own.
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS ingotd)
set(CPACK_DEBIAN_CLI_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/triggers)
file(WRITE ${CMAKE_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")

# Executables of targets like x86-64+dnnl load these; others need neither.
foreach(library ${libraries})
  string(TOUPPER ${library} component)
  set(CPACK_COMPONENT_${component}_DESCRIPTION
    "compile service for machine-learning programs - calls of ${library}
 Executables that were compiled for a target like x86-64+${library} load this
 library, which hands layers to the one that it is named for.")
  set(CPACK_DEBIAN_${component}_PACKAGE_SECTION libs)
  set(CPACK_DEBIAN_${component}_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "ingot (= ${PROJECT_VERSION})")
  # Executables load it by this name, as a plugin; nothing links it.
  file(WRITE ${CMAKE_BINARY_DIR}/debian/ingot-${library}
    "ingot-${library}: sharedobject-in-library-directory-missing-soname *libingot-${library}.so*\n")
  install(FILES ${CMAKE_BINARY_DIR}/debian/ingot-${library}
    DESTINATION /usr/share/lintian/overrides COMPONENT ${library} EXCLUDE_FROM_ALL)
endforeach()
list(TRANSFORM libraries PREPEND "ingot-" OUTPUT_VARIABLE suggested)
list(JOIN suggested ", " CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS)
# Later XNNPACKs have other signatures under the same name and version, so any
# revision of the upstream version that there is, and no later one.
execute_process(COMMAND dpkg-query -W -f "\${source:Upstream-Version}" libxnnpack0
  OUTPUT_VARIABLE upstream ERROR_QUIET)
if(upstream AND TARGET ingot_xnnpack)
  string(APPEND CPACK_DEBIAN_XNNPACK_PACKAGE_DEPENDS ", libxnnpack0 (<< ${upstream}.)")
endif()

set(CPACK_COMPONENT_DAEMON_DESCRIPTION
  "compile service for machine-learning programs
 ingotd compiles models on sandboxed worker processes and keeps everything it
 built by content, so that it answers who asks again at once.")
set(CPACK_DEBIAN_DAEMON_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_DAEMON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DAEMON_PACKAGE_DEPENDS adduser)
set(CPACK_DEBIAN_DAEMON_PACKAGE_CONTROL_EXTRA ${debian}/postinst ${debian}/prerm
  ${debian}/postrm ${debian}/conffiles)

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
  "compile service for machine-learning programs - development files
 Headers, the CMake package and ingot_compile(), which compiles models while a
 project is built.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
  "ingot (= ${PROJECT_VERSION}), libabsl-dev")

include(CPack)
