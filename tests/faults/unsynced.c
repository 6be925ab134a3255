/* A disk that forgets: what was written and not flushed can be taken back, as when the power goes.
 *
 * Preloaded into a process, this keeps for every file in the folder FORGETFUL what lay there before each write, in a
 * file of the folder UNDO; a flush empties it.  Whoever cuts the power kills the process and puts back what is left.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

typedef ssize_t (*writing)(int, const void *, size_t);
typedef ssize_t (*writing_at)(int, const void *, size_t, off_t);
typedef int (*cutting)(int, off_t);
typedef int (*flushing)(int);

#define REAL(name, type) \
    static type real; \
    if (!real) real = (type)dlsym(RTLD_NEXT, name)

static ssize_t plain_pwrite(int fd, const void *bytes, size_t count, off_t at) {
    REAL("pwrite64", writing_at);
    return real(fd, bytes, count, at);
}

/* The undo file of an open file in our folder, or -1. */
static int undo_of(int fd, char *path, int flags) {
    const char *folder = getenv("FORGETFUL"), *undo = getenv("UNDO");
    char link[64], name[PATH_MAX];
    struct stat status;
    if (!folder || !undo) return -1;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return -1;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) || fstat(fd, &status) || !S_ISREG(status.st_mode)) return -1;
    snprintf(name, sizeof name, "%s/%lu.undo", undo, (unsigned long)status.st_ino);
    return open(name, flags, 0600);
}

/* What lies where something is about to be written: the path, the size of the file, the place, the bytes. */
static void remember(int fd, off_t at, size_t count) {
    char path[PATH_MAX];
    struct stat status;
    int undo = undo_of(fd, path, O_WRONLY | O_CREAT | O_APPEND);
    if (undo < 0) return;
    fstat(fd, &status);
    char *old = malloc(count ? count : 1);
    ssize_t had = count ? pread(fd, old, count, at) : 0;
    uint64_t head[4] = {strlen(path), (uint64_t)status.st_size, (uint64_t)at, (uint64_t)(had < 0 ? 0 : had)};
    size_t all = sizeof head + head[0] + head[3];
    char *record = malloc(all);
    memcpy(record, head, sizeof head);
    memcpy(record + sizeof head, path, head[0]);
    memcpy(record + sizeof head + head[0], old, head[3]);
    REAL("write", writing);
    if (real(undo, record, all) != (ssize_t)all) abort();
    free(record);
    free(old);
    close(undo);
}

static void flushed(int fd) {
    char path[PATH_MAX];
    int undo = undo_of(fd, path, O_WRONLY | O_TRUNC);
    if (undo >= 0) close(undo);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
    pthread_mutex_lock(&guard);
    remember(fd, at, count);
    ssize_t done = plain_pwrite(fd, bytes, count, at);
    pthread_mutex_unlock(&guard);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL("write", writing);
    pthread_mutex_lock(&guard);
    off_t at = lseek(fd, 0, SEEK_CUR);
    if (at >= 0) remember(fd, at, count);
    ssize_t done = real(fd, bytes, count);
    pthread_mutex_unlock(&guard);
    return done;
}

int ftruncate64(int fd, off_t size) {
    REAL("ftruncate64", cutting);
    struct stat status;
    pthread_mutex_lock(&guard);
    if (!fstat(fd, &status) && status.st_size > size) remember(fd, size, (size_t)(status.st_size - size));
    else remember(fd, size, 0);
    int done = real(fd, size);
    pthread_mutex_unlock(&guard);
    return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fdatasync(int fd) {
    REAL("fdatasync", flushing);
    pthread_mutex_lock(&guard);
    int done = real(fd);
    if (!done) flushed(fd);
    pthread_mutex_unlock(&guard);
    return done;
}

int fsync(int fd) {
    REAL("fsync", flushing);
    pthread_mutex_lock(&guard);
    int done = real(fd);
    if (!done) flushed(fd);
    pthread_mutex_unlock(&guard);
    return done;
}
