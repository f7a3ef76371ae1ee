#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "check_leaks.h"

/* Each test works in a folder of its own, which is the current one. */
static char folder[] = "/tmp/leeway-test-XXXXXX";

static void enter_folder(void)
{
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void remove_folder(void)
{
    chdir("/");
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        unlinkat(dirfd(dir), entry->d_name, 0);
    for (struct dirent *entry = (rewinddir(dir), readdir(dir)); entry; entry = readdir(dir))
        unlinkat(dirfd(dir), entry->d_name, AT_REMOVEDIR);
    closedir(dir);
    rmdir(folder);
}

TestSuite(file, .init = enter_folder, .fini = remove_folder);

static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
    closedir(dir);
    return count;
}

static void expect_holds(const char *path, const char *expected)
{
    char *text;
    size_t size;
    lw_error err = {0};
    lw_status status = lw_file_read(path, 1000, &text, &size, &err);
    cr_assert_eq(status, LW_OK, "%s: %s", path, err.text);
    cr_expect_str_eq(text, expected);
    cr_expect_eq(size, strlen(expected));
    free(text);
}

static void expect_written(const char *path, const char *text)
{
    lw_error err = {0};
    cr_assert_eq(lw_file_write(path, text, strlen(text), &err), LW_OK, "%s: %s", path, err.text);
}

static void expect_not_written(const char *path, const char *why)
{
    lw_error err = {0};
    cr_expect_eq(lw_file_write(path, "new", 3, &err), LW_ERR_WRITE, "%s", path);
    cr_expect_str_eq(err.source, path);
    cr_expect_str_eq(err.text, why);
}

Test(file, comes_back_as_it_was_written)
{
    expect_written("a", "hello\n");
    expect_holds("a", "hello\n");
    expect_written("a", "");
    expect_holds("a", "");
    cr_expect_eq(count_files(), 1);

    enum { LARGE = 3 << 20 };
    char *large = malloc(LARGE);
    for (int i = 0; i < LARGE; i++)
        large[i] = (char)(i * 7 % 251);
    cr_assert_eq(lw_file_write("b", large, LARGE, NULL), LW_OK);
    char *text;
    size_t size;
    cr_assert_eq(lw_file_read("b", LARGE, &text, &size, NULL), LW_OK);
    cr_expect_eq(size, LARGE);
    cr_expect_arr_eq(text, large, LARGE);
    free(text);
    cr_expect_eq(lw_file_read("b", LARGE - 1, &text, &size, NULL), LW_ERR_INPUT);
    cr_expect_null(text);
    free(large);
    lw_test_no_leaks();
}

Test(file, says_why_it_cannot_be_read)
{
    char *text;
    size_t size;
    lw_error err = {0};
    cr_expect_eq(lw_file_read("none", 10, &text, &size, &err), LW_ERR_READ);
    cr_expect_str_eq(err.text, "cannot be read: No such file or directory");
    err = (lw_error){0};
    cr_expect_eq(lw_file_read(".", 10, &text, &size, &err), LW_ERR_READ);
    cr_expect_str_eq(err.text, "cannot be read: Is a directory");
    expect_written("a", "12345678901");
    err = (lw_error){0};
    cr_expect_eq(lw_file_read("a", 10, &text, &size, &err), LW_ERR_INPUT);
    cr_expect_str_eq(err.text, "is larger than 10 bytes");
    cr_expect_null(text);
}

Test(file, is_standard_input_when_it_is_a_dash)
{
    int pipes[2];
    cr_assert_eq(pipe(pipes), 0);
    cr_assert_eq(write(pipes[1], "from a pipe", 11), 11);
    close(pipes[1]);
    dup2(pipes[0], STDIN_FILENO);
    expect_holds("-", "from a pipe");

    char *text;
    size_t size;
    int zero = open("/dev/zero", O_RDONLY); /* has no end */
    dup2(zero, STDIN_FILENO);
    cr_expect_eq(lw_file_read("-", 1 << 20, &text, &size, NULL), LW_ERR_INPUT);
}

Test(file, keeps_permissions_and_honours_the_umask)
{
    struct stat info;
    umask(027);
    expect_written("new", "1");
    stat("new", &info);
    cr_expect_eq(info.st_mode & 0777, 0640);
    chmod("new", 0604);
    expect_written("new", "2");
    stat("new", &info);
    cr_expect_eq(info.st_mode & 0777, 0604);
    expect_holds("new", "2");
}

Test(file, follows_symbolic_links)
{
    mkdir("sub", 0777);
    expect_written("sub-target", "old");
    rename("sub-target", "sub/target");
    cr_assert_eq(symlink("second", "first"), 0);
    cr_assert_eq(symlink("sub/target", "second"), 0);
    expect_written("first", "new");
    expect_holds("sub/target", "new");
    struct stat info;
    lstat("first", &info);
    cr_expect(S_ISLNK(info.st_mode));

    cr_assert_eq(symlink("sub/not-yet", "dangling"), 0);
    expect_written("dangling", "made");
    expect_holds("sub/not-yet", "made");

    cr_assert_eq(symlink("loop", "loop"), 0);
    expect_not_written("loop", "cannot be written: Too many levels of symbolic links");
    unlink("sub/target");
    unlink("sub/not-yet");
}

Test(file, leaves_the_old_one_and_no_temporary_when_it_fails)
{
    mkdir("folder", 0777);
    expect_not_written("folder", "cannot be written: Is a directory");
    expect_not_written("none/a", "cannot be written: No such file or directory");
    expect_not_written("", "cannot be written: No such file or directory");
    expect_not_written("/dev/full", "cannot be written: No space left on device");

    expect_written("kept", "old");
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit before, limit = {2, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &before);
    limit.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit); /* writing fails in the middle, as on a full disk */
    expect_not_written("kept", "cannot be written: File too large");
    setrlimit(RLIMIT_FSIZE, &before);
    expect_holds("kept", "old");
    cr_expect_eq(count_files(), 2);

    chmod("kept", 0444);
    if (access("kept", W_OK)) /* root may write anyway */
        expect_not_written("kept", "cannot be written: Permission denied");
}

Test(file, goes_straight_into_pipes_and_descriptors)
{
    cr_assert_eq(mkfifo("fifo", 0600), 0);
    int reader = open("fifo", O_RDONLY | O_NONBLOCK);
    expect_written("fifo", "through");
    char text[16] = "";
    cr_expect_eq(read(reader, text, sizeof text), 7);
    cr_expect_str_eq(text, "through");
    expect_written("/dev/null", "nothing");

    int saved = dup(STDOUT_FILENO);
    int file = open("out", O_CREAT | O_WRONLY, 0600);
    dup2(file, STDOUT_FILENO);
    lw_status dash = lw_file_write("-", "dash ", 5, NULL);
    dup2(saved, STDOUT_FILENO);
    cr_expect_eq(dash, LW_OK);
    expect_holds("out", "dash ");
}
