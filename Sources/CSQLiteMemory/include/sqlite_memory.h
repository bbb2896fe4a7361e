#ifndef LATCHKEY_SQLITE_MEMORY_H
#define LATCHKEY_SQLITE_MEMORY_H

/// Lets SQLite take memory by the page, where it would take 20 pages for a transaction that reads five. Functions with
/// variable arguments cannot be called from Swift.
///
/// To be called before SQLite is first used in the process; it has no effect afterwards.
void latchkey_take_sqlite_memory_by_the_page(void);

#endif
