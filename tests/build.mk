# tests/build.mk -- the rules by which every variant of the program is built.
#
# Not called by hand: build.sh writes build/VARIANT/makefile, which sets
#
#   o         the folder of the variant, build/VARIANT
#   cc        the compiler          flags, extra, warnings   its options
#   libraries to be linked
#   tcc       libtcc.a when it is contained, see runtime/host/cell.h; else empty
#   may_call  functions that libtcc may then call, a regular expression
#   twin      a folder build/VARIANT whose objects are used where they are the same; else empty
#   soname    of FLINT when it is loaded late, see expr/exact/flint.c; else empty
#
# and includes this file. Every object depends on both files: other options cause a new build.
#
# SPDX-License-Identifier: MIT
.RECIPEPREFIX := >
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: program tests fuzz floor tidy

, := ,
makefiles := $(firstword $(MAKEFILE_LIST)) tests/build.mk
sources   := $(sort $(wildcard expr/*.c expr/*/*.c gen/*.c gen/*/*.c runtime/*.c runtime/*/*.c))
target    := $(wildcard runtime/*.c)
support   := $(wildcard tests/unit/support/*.c)
unit      := $(wildcard tests/unit/*.c)
bench     := $(wildcard tests/bench/*.c)
targets   := $(wildcard tests/fuzz/*.c)
frame     := $(wildcard tests/fuzz/support/*.c)
all       := $(sources) $(support) $(unit) $(bench) $(targets) $(frame)
objects    = $(patsubst %.c,$o/%.o,$1)
programs   = $(patsubst %.c,$o/%,$1)

program: $o/noslip $o/compile_commands.json
tests:   program $(call programs,$(unit) $(targets))
fuzz:    $(call programs,$(targets))
floor:   $(call objects,$(target))
tidy:    $(patsubst %.c,$o/tidy/%.ok,$(all))

# Keeps a list in a file, which is written only when the list has changed.
differ   = $(strip $(filter-out $1,$2) $(filter-out $2,$1))
remember = $(if $(call differ,$(file <$1),$2),$(file >$1,$2))
$(call remember,$o/sources,$(sources))
$(call remember,$o/all,$(all))

# Language and include paths of a source. Only gen/, the host floor and the tests may include other
# rooms; the others have no include path. The target floor is C99.
free     := gen/% runtime/host/% tests/%
std       = $(if $(filter $(target),$1),c99,c11)
dirs      = $(if $(filter $(free),$1),-I.) $(if $(filter gen/%,$1),-I$o/text)
defines   = $(if $(filter expr/exact/flint.c,$1),$(if $(soname),-DFLINT_SONAME=$(soname)))
language  = $(strip -std=$(std) $(flags) $(dirs) $(defines))
compile   = $(cc) $(language) $(strip $(warnings) $(extra))

$o/%.o: %.c $(makefiles)
> mkdir -p $(@D)
> $(call compile,$<) -MMD -MP -c -o $@ $<

# A variant with a twin differs from it in one definition: sources that do not mention it are not
# compiled again, as long as no header mentions it.
ifneq ($(twin),)
name  := $(patsubst -D%,%,$(extra))
alike := $(shell grep -rqw --include='*.h' $(name) expr gen runtime tests || \
  grep -Lw $(name) $(all))
$(call objects,$(alike)): $o/%.o: $(twin)/%.o
> mkdir -p $(@D) && ln -f $< $@
endif

# Compile commands for editors and other tools.
json = $(subst ",\",$(subst \,\\,$1))
$o/compile_commands.json: $o/all $(makefiles)
> $(file >$@,[)$(foreach s,$(all),$(file >>$@,$(if $(filter-out $(firstword $(all)),$s),$(,))$\
  {"directory": "$(call json,$(CURDIR))", "file": "$s",$\
  "command": "$(call json,$(call compile,$s) -c $s)"}))$(file >>$@,])

# Text that is copied into generated code or a page, one string for each line. Dependencies on it
# are known after the first compilation; before that all text is made first.
text := $(addprefix $o/text/,$(addsuffix _text.h,$\
  $(foreach r,fn_double fn_float,$r_h $r_circle $r_growth) dop853_h \
  $(foreach e,py css js,$(patsubst %.$e,%$(if $(filter-out py,$e),_$e),$\
    $(notdir $(wildcard gen/*.$e gen/*/*.$e))))))
vpath %.py  gen $(wildcard gen/*/)
vpath %.css gen $(wildcard gen/*/)
vpath %.js  gen $(wildcard gen/*/)
$o/text/%_text.h:      runtime/%.c $(makefiles); $(as_strings)
$o/text/%_h_text.h:    runtime/%.h $(makefiles); $(as_strings)
$o/text/%_text.h:      %.py  $(makefiles); $(as_strings)
$o/text/%_css_text.h:  %.css $(makefiles); $(as_strings)
$o/text/%_js_text.h:   %.js  $(makefiles); $(as_strings)
as_strings = mkdir -p $(@D) && sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n",/' $< >$@
users := $(filter gen/%,$(sources))
$(call objects,$(users)) $(patsubst %.c,$o/tidy/%.ok,$(users)): | $(text)

# libtcc as one object, without its assembler. Calls that read tokens, start a compilation or set
# options go through the sandbox, undefined names have the prefix cell_, variables are in one
# section, and only names tcc_... are visible.
$o/tcc.o: $(tcc) $(makefiles)
> rm -rf $o/tcc && mkdir $o/tcc && cd $o/tcc && ar x $(tcc) && rm tccasm.o i386-asm.o
> cd $o/tcc && for part in *.o; do case $$part in \
  tccpp.o) prefix=tcc_ options=cell_set_options ;; \
  *) prefix=cell_ options=tcc_set_options ;; esac; \
  objcopy --redefine-sym file=tcc_file --redefine-sym tcc_set_options=$$options \
  --redefine-sym next=$${prefix}next \
  --redefine-sym preprocess_start=$${prefix}preprocess_start $$part || exit; done
> ld -r -o $o/tcc/whole $o/tcc/*.o
> nm -u $o/tcc/whole | awk '$$2 !~ /^(cell_.*|$(may_call))$$/ { print $$2, "cell_" $$2 }' \
  >$o/tcc/names
> objcopy --redefine-syms=$o/tcc/names --rename-section .bss=cell_statics $o/tcc/whole
> objcopy --wildcard --keep-global-symbol='tcc_*' $o/tcc/whole $@

# The list of sources is a prerequisite: an object without a source must leave the archive.
main := $(filter gen/main.c gen/%/main.c,$(sources))
$o/libnoslip.a: $(call objects,$(filter-out $(main),$(sources))) $(if $(tcc),$o/tcc.o) $o/sources
> rm -f $@
> ar rcs $@ $(filter %.o,$^)

# The program replaces some functions that FLINT calls, see expr/exact/flint.c.
libs := $(libraries) -ldl -lpthread -lm $(if $(soname),-Wl$(,)--export-dynamic-symbol='flint_*')
link = mkdir -p $(@D) && $(cc) $(flags) $(extra) -o $@ $(filter %.o %.a,$^)
$o/noslip: $(call objects,$(main)) $o/libnoslip.a
> $(link) $(libs)
$(call programs,$(unit)): $o/%: $o/%.o $(call objects,$(support)) $o/libnoslip.a
> $(link) $$(pkg-config --libs check) $(libs)
$(call programs,$(bench)): $o/%: $o/%.o $o/libnoslip.a
> $(link) $(libs)
$o/tests/bench/methods: libs += -lgsl -lgslcblas
# libFuzzer has its own main; without libFuzzer, support/replay.c replays files.
fuzzer := $(if $(findstring fuzzer,$(extra)),-fsanitize=fuzzer)
$(call programs,$(targets)): $o/%: $o/%.o \
  $(call objects,$(filter-out $(if $(fuzzer),%/replay.c),$(frame)) $(support)) $o/libnoslip.a
> $(link) $(fuzzer) $$(pkg-config --libs check) $(libs)

# One file at a time: in a batch clang-tidy 14 misreports va_list. In tests, a failing one need not
# clean up, a switch made from a table may have equal branches, and sizes are small and known.
$o/tidy/tests/%.ok: checks := --checks=-clang-analyzer-unix.Malloc,-bugprone-branch-clone,$\
  -bugprone-implicit-widening-of-multiplication-result
$o/tidy/%.ok: %.c tests/lint/clang-tidy
> mkdir -p $(@D)
> clang-tidy --quiet --config-file=tests/lint/clang-tidy $(checks) $< -- $(call language,$<) \
  2>$@.err || { grep -v ' generated\.$$' $@.err; false; }
> $(cc) -MM -MP -MT $@ -MF $(@:.ok=.d) $(call language,$<) $<
> touch $@

-include $(patsubst %.c,$o/%.d,$(all)) $(patsubst %.c,$o/tidy/%.d,$(all))
