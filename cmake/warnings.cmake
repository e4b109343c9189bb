# One set of warnings for everything that is ours.
add_compile_options($<$<COMPILE_LANGUAGE:C>:-Wall> $<$<COMPILE_LANGUAGE:C>:-Wextra>
    $<$<COMPILE_LANGUAGE:C>:-Wshadow> $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wvla>
    $<$<COMPILE_LANGUAGE:C>:-Wformat=2> $<$<COMPILE_LANGUAGE:C>:-Wpointer-arith>)
