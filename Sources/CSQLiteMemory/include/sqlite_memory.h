#ifndef LATCHKEY_SQLITE_MEMORY_H
#define LATCHKEY_SQLITE_MEMORY_H

#include <stdbool.h>

/// Lets SQLite take memory by the page, where it would take 20 pages for a transaction that reads five, and 64 KiB for
/// each journal of a savepoint or statement. Functions with variable arguments cannot be called from Swift.
///
/// To be called before SQLite is first used in the process.
///
/// @return false if SQLite was in use already; nothing was changed then.
bool latchkey_take_sqlite_memory_by_the_page(void);

#endif
