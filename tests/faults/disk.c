/* Preloaded into a server, between SQLite and the disk: records writes and syncs of the database, so that a power cut at any
 * moment can be rebuilt, and fails or delays them as the file in FAULT_CONTROL says: "delay MS" or "error ERRNO". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, TRUNCATE = 3 };
struct record { uint64_t time_us; uint32_t kind, file; uint64_t offset, length; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;

static int file_of(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return -1;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (name == NULL) return -1;
  return strcmp(name, "/stoa.db") == 0 ? 0 : strcmp(name, "/stoa.db-wal") == 0 ? 1 : -1;
}

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (uint64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static int (*real_ftruncate)(int, off64_t);

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  const char *path = getenv("FAULT_LOG");
  if (path) log_fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void append(int kind, int file, uint64_t offset, uint64_t length, const void *data) {
  if (log_fd < 0) return;
  struct record head = { now_us(), kind, file, offset, length };
  struct iovec parts[2] = { { &head, sizeof head }, { (void *)data, data ? length : 0 } };
  if (writev(log_fd, parts, data ? 2 : 1) < 0) abort();
}

/* Returns the error that the disk has now, or 0. */
static int fault(int is_sync) {
  const char *path = getenv("FAULT_CONTROL");
  char text[32] = "";
  if (!path) return 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t length = read(fd, text, sizeof text - 1);
  close(fd);
  int value = 0;
  if (length <= 0) return 0;
  if (is_sync && sscanf(text, "delay %d", &value) == 1) usleep(value * 1000);
  return sscanf(text, "error %d", &value) == 1 ? value : 0;
}

static ssize_t put(int fd, int file, const void *data, size_t length, off64_t offset) {
  int failed = fault(0);
  if (failed) { errno = failed; return -1; }
  pthread_mutex_lock(&lock);
  ssize_t put = real_pwrite(fd, data, length, offset);
  if (put > 0) append(WRITE, file, offset, put, data);
  pthread_mutex_unlock(&lock);
  return put;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  int file = file_of(fd);
  return file < 0 ? real_pwrite(fd, data, length, offset) : put(fd, file, data, length, offset);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  int file = file_of(fd);
  if (file < 0) return real_write(fd, data, length);
  off64_t at = lseek64(fd, 0, SEEK_CUR);
  ssize_t written = put(fd, file, data, length, at);
  if (written > 0) lseek64(fd, at + written, SEEK_SET);
  return written;
}

static int sync_with(int fd, int (*real)(int)) {
  int file = file_of(fd);
  if (file < 0) return real(fd);
  int failed = fault(1);
  if (failed) { errno = failed; return -1; }
  pthread_mutex_lock(&lock);
  int result = real(fd);
  if (result == 0) append(SYNC, file, 0, 0, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}
int fdatasync(int fd) { return sync_with(fd, real_fdatasync); }
int fsync(int fd) { return sync_with(fd, real_fsync); }

int ftruncate64(int fd, off64_t length) {
  int file = file_of(fd);
  if (file < 0) return real_ftruncate(fd, length);
  pthread_mutex_lock(&lock);
  int result = real_ftruncate(fd, length);
  if (result == 0) append(TRUNCATE, file, length, 0, NULL);
  pthread_mutex_unlock(&lock);
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }
