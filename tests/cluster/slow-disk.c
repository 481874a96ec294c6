/* Preloaded into PostgreSQL: each sync of a file takes as many milliseconds longer as the file named by SLOW_DISK says. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_as_told(void) {
  const char *path = getenv("SLOW_DISK");
  FILE *file = path ? fopen(path, "r") : NULL;
  if (file == NULL) return;
  long ms = 0;
  if (fscanf(file, "%ld", &ms) != 1) ms = 0;
  fclose(file);
  struct timespec rest = {ms / 1000, ms % 1000 * 1000000};
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR) continue;
}

int fsync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_as_told();
  return real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_as_told();
  return real(fd);
}
