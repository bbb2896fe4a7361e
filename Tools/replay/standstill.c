/* Holds a program's clock still and makes its randomness repeatable, so that two programs can be compared.

   Preloaded (LD_PRELOAD). STANDSTILL names a file with the state below, which whoever sends the requests
   writes: the moment, and the number of the request. Randomness is drawn from that number and from how often it was
   drawn since. The monotonic clocks go on: time-outs are real. What BoringSSL makes of it depends on its threads, and
   what libcrypto draws stays random.

   It is for development alone: with it every secret can be foretold. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct standstill {
  _Atomic int64_t nanoseconds; /* since 1970 */
  _Atomic uint64_t request;
  _Atomic uint64_t draws; /* since the request began */
  uint64_t seed;
};

static struct standstill *state;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_state(void) {
  const char *path = getenv("STANDSTILL");
  if (!path) return;
  int file = open(path, O_RDWR | O_CLOEXEC);
  void *found = file < 0 ? MAP_FAILED : mmap(0, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (found == MAP_FAILED) {
    perror(path);
    _exit(111);
  }
  close(file);
  state = found;
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
  if (state && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t now = state->nanoseconds;
    moment->tv_sec = now / 1000000000;
    moment->tv_nsec = now % 1000000000;
    return 0;
  }
  if (!real_clock_gettime) {
    real_clock_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  }
  return real_clock_gettime(clock, moment);
}

int gettimeofday(struct timeval *moment, void *zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  moment->tv_sec = now.tv_sec;
  moment->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}

/* SplitMix64's finish. */
static uint64_t mixed(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

static void fill(uint8_t *bytes, size_t count) {
  uint64_t stream = mixed(state->seed + mixed(state->request));
  for (size_t done = 0; done < count; done += 8) {
    uint64_t value = mixed(stream + 0x9E3779B97F4A7C15u * (1 + atomic_fetch_add(&state->draws, 1)));
    for (size_t place = 0; place < 8 && done + place < count; place++) {
      bytes[done + place] = (uint8_t)(value >> (8 * place));
    }
  }
}

/* Swift's SystemRandomNumberGenerator calls the kernel by this function, and so does BoringSSL. */
long syscall(long number, ...) {
  static long (*real)(long, ...);
  va_list list;
  long argument[6];
  va_start(list, number);
  for (int index = 0; index < 6; index++) argument[index] = va_arg(list, long);
  va_end(list);
  if (state && number == SYS_getrandom) {
    fill((uint8_t *)argument[0], (size_t)argument[1]);
    return argument[1];
  }
  if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  return real(number, argument[0], argument[1], argument[2], argument[3], argument[4], argument[5]);
}
