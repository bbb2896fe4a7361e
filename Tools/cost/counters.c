/* Counts what a program allocates and which statements it runs, for make cost.

   Preloaded (LD_PRELOAD). COST_COUNTERS names a file of three numbers of 64 bits, which whoever asks reads: allocations,
   bytes asked for, statements. A statement counts when its first row is asked for (SQLite), or when it is sent
   (PostgreSQL), those that begin and end transactions as well. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct counters {
  _Atomic uint64_t allocations, bytes, statements;
};

/* What is counted before the file is there, goes nowhere. */
static struct counters unread;
static struct counters *counters = &unread;

__attribute__((constructor)) static void open_counters(void) {
  const char *path = getenv("COST_COUNTERS");
  if (!path) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  void *found = file < 0 ? MAP_FAILED : mmap(0, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (found == MAP_FAILED) {
    perror(path);
    _exit(111);
  }
  close(file);
  counters = found;
}

static void *counted(void *memory, size_t size) {
  atomic_fetch_add_explicit(&counters->allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&counters->bytes, size, memory_order_relaxed);
  return memory;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { return counted(__libc_malloc(size), size); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size), count * size); }
void *realloc(void *memory, size_t size) { return counted(__libc_realloc(memory, size), size); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size), size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *found = memalign(alignment, size);
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

static void count_statement(void) { atomic_fetch_add_explicit(&counters->statements, 1, memory_order_relaxed); }

/* The functions of both databases that take a statement, with what they take: numbers and pointers alone. */
#define NEXT(result, name, ...)                                                                                        \
  static result (*next)(__VA_ARGS__);                                                                                  \
  if (!next) next = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);

int sqlite3_step(void *statement) {
  NEXT(int, sqlite3_step, void *)
  static int (*is_busy)(void *);
  if (!is_busy) is_busy = (int (*)(void *))dlsym(RTLD_DEFAULT, "sqlite3_stmt_busy");
  if (!is_busy(statement)) count_statement();
  return next(statement);
}

int PQsendQuery(void *connection, const char *text) {
  NEXT(int, PQsendQuery, void *, const char *)
  count_statement();
  return next(connection, text);
}

int PQsendQueryParams(void *connection, const char *text, int count, const void *types, const void *values,
                      const void *lengths, const void *formats, int format) {
  NEXT(int, PQsendQueryParams, void *, const char *, int, const void *, const void *, const void *, const void *, int)
  count_statement();
  return next(connection, text, count, types, values, lengths, formats, format);
}

int PQsendQueryPrepared(void *connection, const char *name, int count, const void *values, const void *lengths,
                        const void *formats, int format) {
  NEXT(int, PQsendQueryPrepared, void *, const char *, int, const void *, const void *, const void *, int)
  count_statement();
  return next(connection, name, count, values, lengths, formats, format);
}

void *PQexec(void *connection, const char *text) {
  NEXT(void *, PQexec, void *, const char *)
  count_statement();
  return next(connection, text);
}

void *PQexecParams(void *connection, const char *text, int count, const void *types, const void *values,
                   const void *lengths, const void *formats, int format) {
  NEXT(void *, PQexecParams, void *, const char *, int, const void *, const void *, const void *, const void *, int)
  count_statement();
  return next(connection, text, count, types, values, lengths, formats, format);
}

void *PQexecPrepared(void *connection, const char *name, int count, const void *values, const void *lengths,
                     const void *formats, int format) {
  NEXT(void *, PQexecPrepared, void *, const char *, int, const void *, const void *, const void *, int)
  count_statement();
  return next(connection, name, count, values, lengths, formats, format);
}
