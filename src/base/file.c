#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/heap.h"
#include "base/number.h"

#define READ_STEP  ((size_t)1 << 16)
#define WRITE_STEP ((size_t)1 << 30)
#define MAX_LINKS  40

static bool is_dash(const char *path)
{
    return !strcmp(path, "-");
}

/* ---- reading ---- */

static lw_status fail_read(lw_error *err, const char *path)
{
    return lw_fail(err, LW_ERR_READ, path, 0, 0, "cannot be read: %s", strerror(errno));
}

static ssize_t read_some(int fd, char *at, size_t count)
{
    ssize_t got;
    do
        got = read(fd, at, count);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Room for what a file says it holds and one byte to see its end; pipes say nothing. */
static size_t first_room(int fd, size_t limit)
{
    struct stat info;
    bool known = !fstat(fd, &info) && S_ISREG(info.st_mode) && info.st_size > 0;
    size_t room = known ? (size_t)info.st_size : READ_STEP;
    return (room < limit ? room : limit) + 2;
}

static lw_status read_all(int fd, const char *path, size_t limit, lw_buffer *text, lw_error *err)
{
    for (;;) {
        if (text->room - text->count < 2) {
            size_t room = text->room ? text->room * 2 : first_room(fd, limit);
            text->room = room < limit + 2 ? room : limit + 2;
            text->at = lw_realloc(text->at, text->room, 1);
        }
        ssize_t got = read_some(fd, text->at + text->count, text->room - text->count - 1);
        if (got < 0)
            return fail_read(err, path);
        text->count += (size_t)got;
        text->at[text->count] = '\0';
        if (text->count > limit)
            return lw_fail(err, LW_ERR_INPUT, path, 0, 0, "is larger than %zu bytes", limit);
        if (got == 0)
            return LW_OK;
    }
}

lw_status lw_file_read(const char *path, size_t limit, char **text, size_t *size, lw_error *err)
{
    *text = NULL;
    *size = 0;
    int fd = is_dash(path) ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail_read(err, path);
    lw_buffer buffer = {0};
    lw_status status = read_all(fd, path, limit, &buffer, err);
    close(fd);
    if (status) {
        lw_buffer_free(&buffer);
        return status;
    }
    *text = buffer.at;
    *size = buffer.count;
    return LW_OK;
}

/* ---- writing ---- */

static lw_status fail_write(lw_error *err, const char *path)
{
    return lw_fail(err, LW_ERR_WRITE, path, 0, 0, "cannot be written: %s", strerror(errno));
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t put = write(fd, bytes, size < WRITE_STEP ? size : WRITE_STEP);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        bytes += put;
        size -= (size_t)put;
    }
    return true;
}

/* What cannot be replaced: pipes, terminals, /dev/null, descriptors. */
static lw_status write_directly(int fd, const char *path, const char *bytes, size_t size,
                                lw_error *err)
{
    if (fd < 0)
        return fail_write(err, path);
    if (!write_all(fd, bytes, size)) {
        lw_status status = fail_write(err, path);
        close(fd);
        return status;
    }
    return close(fd) ? fail_write(err, path) : LW_OK;
}

/* Length of the folder part of a path, its slash included. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The file that a chain of symbolic links ends at, there or not yet; false with errno. */
static bool follow_links(const char *path, char target[PATH_MAX])
{
    if (strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(target, path);
    for (int links = 0; links < MAX_LINKS; links++) {
        char link[PATH_MAX];
        ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0)
            return true; /* no link, or nothing there */
        link[length] = '\0';
        size_t keep = link[0] == '/' ? 0 : folder_length(target);
        if (keep + (size_t)length >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return false;
        }
        strcpy(target + keep, link);
    }
    errno = ELOOP;
    return false;
}

/*
 * A new file beside the target. Not by mkstemp(): it would make it private, and the umask, which
 * a new file has to honour, can only be asked for by changing it.
 */
static int open_temporary(const char *target, mode_t mode, char temporary[PATH_MAX])
{
    size_t folder = folder_length(target);
    if (folder + 64 > PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(temporary, PATH_MAX, "%.*s.leeway-%ld-%u.tmp", (int)folder, target, (long)getpid(),
                 attempt);
        int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Owner where that is allowed, and permissions. */
static bool keep_mode(int fd, const struct stat *old)
{
    if (fchown(fd, old->st_uid, old->st_gid) && fchown(fd, (uid_t)-1, old->st_gid))
        errno = 0; /* not ours to give away: the new file is the writer's */
    return !fchmod(fd, old->st_mode & 0777);
}

static bool sync_file(int fd)
{
    return !fsync(fd) || errno == EINVAL || errno == ENOTSUP;
}

/* The new name is on the disk when the folder is; some file systems cannot say, so no error. */
static void sync_folder(const char *target)
{
    char folder[PATH_MAX] = ".";
    size_t length = folder_length(target);
    if (length > 0)
        snprintf(folder, sizeof folder, "%.*s", (int)length, target);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Signals that end a program by someone's wish wait until no temporary file is left. */
static void hold_signals(sigset_t *before)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t held;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&held, numbers[i]);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

/* `old` is NULL for a file that is not there yet. */
static lw_status replace(const char *path, const char *target, const struct stat *old,
                         const char *bytes, size_t size, lw_error *err)
{
    char temporary[PATH_MAX];
    int fd = open_temporary(target, old ? 0600 : 0666, temporary);
    if (fd < 0)
        return fail_write(err, path);
    bool done = (!old || keep_mode(fd, old)) && write_all(fd, bytes, size) && sync_file(fd);
    int why = errno;
    if (close(fd) && done) {
        done = false;
        why = errno;
    }
    if (done && rename(temporary, target)) {
        done = false;
        why = errno;
    }
    if (!done) {
        unlink(temporary);
        errno = why;
        return fail_write(err, path);
    }
    sync_folder(target);
    return LW_OK;
}

static lw_status replace_at_once(const char *path, const char *target, const struct stat *old,
                                 const char *bytes, size_t size, lw_error *err)
{
    sigset_t before;
    hold_signals(&before);
    lw_status status = replace(path, target, old, bytes, size, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

int lw_file_descriptor(const char *path)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(path, names[i]))
            return i;
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(folders[i]);
        int64_t number;
        if (!strncmp(path, folders[i], length) &&
            lw_parse_integer(path + length, 0, INT_MAX, &number) == LW_NUMBER_OK)
            return (int)number;
    }
    return -1;
}

lw_status lw_file_write(const char *path, const char *bytes, size_t size, lw_error *err)
{
    int named = is_dash(path) ? STDOUT_FILENO : lw_file_descriptor(path);
    if (named >= 0)
        return write_directly(dup(named), path, bytes, size, err);
    struct stat old;
    bool there = !stat(path, &old);
    if (there && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode))
        return write_directly(open(path, O_WRONLY | O_CLOEXEC), path, bytes, size, err);
    if (there && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return fail_write(err, path);
    }
    /* Renaming would get around a write protection, so it is asked for. */
    if (there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS))
        return fail_write(err, path);
    char target[PATH_MAX];
    if (!follow_links(path, target))
        return fail_write(err, path);
    return replace_at_once(path, target, there ? &old : NULL, bytes, size, err);
}
