#include "sqlite_memory.h"

#include <sqlite3.h>
#include <stddef.h>

bool latchkey_take_sqlite_memory_by_the_page(void) {
  // No pages in advance for each cache: a reader's is empty after every write. https://www.sqlite.org/malloc.html
  if (sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0) != SQLITE_OK) return false;
  // Savepoint journals stay in memory and grow by a KiB. By default each begins with 64 KiB.
  return sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1) == SQLITE_OK;
}
