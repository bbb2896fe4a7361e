#ifndef FILE_EXCHANGE_H
#define FILE_EXCHANGE_H

/// Exchanges the names of two files or directories of one file system in one step: at every moment both are there.
///
/// Returns 0, or -1 with `errno`: `ENOSYS` or `EINVAL` where the system or the file system has no such step.
int latchkey_exchange(const char *one, const char *other);

#endif
