# ingot_compile(TARGET name SOURCE model OUT executable [FOR machine]
#               [OPTIONS option...] [DEPENDS file...])
#
# Compiles a model while the project is built. `name` becomes a target that is
# built with everything; SOURCE is relative to the source folder, OUT to the
# binary folder, and the weights stand beside OUT with the ending .safetensors.
# FOR is what `ingot compile --target` takes, OPTIONS are more of its options.
#
# The model is compiled again when it, a file that belongs to it (external data,
# parts of a SavedModel) or the ingot command changes. INGOT_SERVER and the other
# variables of the command say who compiles; without them a daemon of the user's
# own does. The path of OUT is the target property INGOT_EXECUTABLE.
#
# Needs Ninja, or Makefiles, for dependencies on files that only the model names;
# other generators see SOURCE and DEPENDS alone.

find_program(INGOT_PROGRAM ingot
  HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)

function(ingot_compile)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "TARGET;SOURCE;OUT;FOR" "OPTIONS;DEPENDS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ingot_compile: does not know '${ARG_UNPARSED_ARGUMENTS}'")
  endif()
  foreach(needed TARGET SOURCE OUT)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "ingot_compile: ${needed} is missing")
    endif()
  endforeach()
  if(NOT INGOT_PROGRAM)
    message(FATAL_ERROR "ingot_compile: cannot find the command ingot; set INGOT_PROGRAM")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_SOURCE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  cmake_path(ABSOLUTE_PATH ARG_OUT BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  set(command ${INGOT_PROGRAM} compile ${ARG_SOURCE} -o ${ARG_OUT} --quiet ${ARG_OPTIONS})
  if(ARG_FOR)
    list(APPEND command --target ${ARG_FOR})
  endif()
  set(depfile)
  if(CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    list(APPEND command --depfile ${ARG_OUT}.d)
    set(depfile DEPFILE ${ARG_OUT}.d)
  endif()
  cmake_path(REPLACE_EXTENSION ARG_OUT LAST_ONLY safetensors OUTPUT_VARIABLE weights)
  # A model without weights has none, so they are no OUTPUT.
  add_custom_command(OUTPUT ${ARG_OUT} BYPRODUCTS ${weights}
    COMMAND ${command}
    DEPENDS ${ARG_SOURCE} ${INGOT_PROGRAM} ${ARG_DEPENDS}
    ${depfile} COMMENT "Compiling model ${ARG_TARGET}" VERBATIM)
  add_custom_target(${ARG_TARGET} ALL DEPENDS ${ARG_OUT})
  set_target_properties(${ARG_TARGET} PROPERTIES INGOT_EXECUTABLE ${ARG_OUT})
endfunction()
