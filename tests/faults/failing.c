/* A disk that is full or broken: preloaded into a process, writes or flushes of files in the folder FAILING fail.
 *
 * ORDER names a file with two numbers, the errors of writes and of flushes; 0, or no such file: all is well.  It is read
 * each time, so that whoever breaks the disk can mend it while the process runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name, type) \
    static type real; \
    if (!real) real = (type)dlsym(RTLD_NEXT, name)

enum { WRITES, FLUSHES };

/* The error with which that is to fail, or 0. */
static int ordered(int fd, int what) {
    const char *folder = getenv("FAILING"), *order = getenv("ORDER");
    char link[64], path[PATH_MAX], said[32] = "";
    int errors[2] = {0, 0}, before = errno;
    if (!folder || !order) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    int told = length < 0 ? -1 : open(order, O_RDONLY);
    if (told >= 0) {
        path[length] = 0;
        if (read(told, said, sizeof said - 1) > 0) sscanf(said, "%d %d", &errors[WRITES], &errors[FLUSHES]);
        close(told);
    }
    errno = before;
    return told >= 0 && !strncmp(path, folder, strlen(folder)) ? errors[what] : 0;
}

#define FAILS(fd, what) \
    do { \
        int error = ordered(fd, what); \
        if (error) { \
            errno = error; \
            return -1; \
        } \
    } while (0)

typedef ssize_t (*writing)(int, const void *, size_t);
typedef ssize_t (*writing_at)(int, const void *, size_t, off_t);
typedef int (*cutting)(int, off_t);
typedef int (*flushing)(int);

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
    REAL("pwrite64", writing_at);
    FAILS(fd, WRITES);
    return real(fd, bytes, count, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL("write", writing);
    FAILS(fd, WRITES);
    return real(fd, bytes, count);
}

int ftruncate64(int fd, off_t size) {
    REAL("ftruncate64", cutting);
    FAILS(fd, WRITES);
    return real(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int fdatasync(int fd) {
    REAL("fdatasync", flushing);
    FAILS(fd, FLUSHES);
    return real(fd);
}

int fsync(int fd) {
    REAL("fsync", flushing);
    FAILS(fd, FLUSHES);
    return real(fd);
}
