/* Firmware for a test: runs a model on files that the debugger's side reads
   (semihosting). The command line of qemu is not used; names are fixed: in.N is
   all calls of argument N, out.N what result N was. Prints the bytes that the
   model needed, and how deep its stack was. LIBRARY is what computes custom ops. */
#include "ingot_baremetal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int main(void);
extern void initialise_monitor_handles(void); /* Newlib's, of semihosting. */
extern unsigned char __stack[], __bss_start__[], __bss_end__[];
extern const void *const ingot_constants[]; /* By --constants-as c. */
extern const ingot_library *ingot_cmsisnn(void);
#ifndef LIBRARY
#define LIBRARY NULL
#endif

/* exit() calls it; crti.o has it otherwise. */
void _fini(void) {}

/* Newlib's own start asks qemu where stack and heap are, and for the board of the
   Cortex-M55 it names the memory that the code is in. */
void reset(void) {
  /* The FPU is off after a reset: CPACR, coprocessors 10 and 11. */
  *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
  __asm volatile("dsb\n isb");
  memset(__bss_start__, 0, (size_t)(__bss_end__ - __bss_start__));
  initialise_monitor_handles();
  exit(main());
}

static void stop(void) {
  puts("fault");
  exit(3);
}

__attribute__((section(".vectors"), used)) static void (*const vectors[])(void) = {
    (void (*)(void))__stack, reset, stop, stop, stop, stop, stop};

static _Alignas(64) unsigned char memory[MEMORY_BYTES];
static _Alignas(64) unsigned char arguments[8][16384];
static unsigned char results[8][16384];

static size_t bytes_of(const ingot_type *type, size_t element) {
  size_t count = element;
  int32_t i;
  for (i = 0; i < type->rank; ++i)
    count *= (size_t)type->sizes[i];
  return count;
}

static size_t element_of(const ingot_type *type) {
  switch (type->element) {
  case INGOT_F16:
  case INGOT_I16:
    return 2;
  case INGOT_F32:
  case INGOT_I32:
    return 4;
  case INGOT_F64:
  case INGOT_I64:
    return 8;
  default:
    return 1;
  }
}

/* Fills the stack below, to see how far a call reaches. */
enum { PAINTED_BYTES = 8192, PAINT = 0xA5 };
static unsigned char *paint(void) {
  unsigned char *top = __builtin_frame_address(0), *at;
  for (at = top - PAINTED_BYTES; at < top - 128; ++at)
    *(volatile unsigned char *)at = PAINT;
  return top;
}

static unsigned long painted_over(const unsigned char *top) {
  const unsigned char *at = top - PAINTED_BYTES;
  while (at < top && *(const volatile unsigned char *)at == PAINT)
    ++at;
  return (unsigned long)(top - at);
}

static void check(const char *error) {
  if (error == NULL)
    return;
  printf("error: %s\n", error);
  exit(1);
}

int main(void) {
  static ingot_model model;
  const ingot_executable *table = ingot_executable_v1();
  const ingot_entry *entry = &table->entries[0];
  FILE *in[8], *out[8];
  const void *takes[8];
  void *gives[8];
  long calls = 0;
  unsigned long stack = 0;
  int64_t i;
  check(ingot_model_open(&model, table, memory, sizeof(memory), ingot_constants, LIBRARY));
  for (i = 0; i < entry->argument_count; ++i) {
    char name[] = "in.0";
    name[3] = (char)('0' + i);
    in[i] = fopen(name, "rb");
    takes[i] = arguments[i];
  }
  for (i = 0; i < entry->result_count; ++i) {
    char name[] = "out.0";
    name[4] = (char)('0' + i);
    out[i] = fopen(name, "wb");
    gives[i] = results[i];
  }
  for (;; ++calls) {
    int isWhole = 1;
    const unsigned char *top;
    const char *error;
    for (i = 0; i < entry->argument_count; ++i) {
      const ingot_type *type = &entry->arguments[i];
      size_t bytes = bytes_of(type, element_of(type));
      isWhole &= fread(arguments[i], 1, bytes, in[i]) == bytes;
    }
    if (!isWhole)
      break;
    top = paint();
    error = ingot_model_call(&model, 0, takes, gives);
    if (painted_over(top) > stack)
      stack = painted_over(top);
    check(error);
    for (i = 0; i < entry->result_count; ++i) {
      const ingot_type *type = &entry->results[i];
      fwrite(results[i], 1, bytes_of(type, element_of(type)), out[i]);
    }
  }
  for (i = 0; i < entry->result_count; ++i)
    fclose(out[i]);
  printf("calls %ld memory %lu stack %lu\n", calls, (unsigned long)model.peak, stack);
  return 0;
}
