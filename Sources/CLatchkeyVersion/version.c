#include "latchkey_version.h"

/* Tools/release-program writes the commit into this section of a program that is linked already, so that another
   commit compiles nothing anew. Volatile: what the compiler sees here is not what will be read. */
#if defined(__ELF__)
__attribute__((section("latchkey_commit"), used))
#endif
static const volatile char commit[64] = {0};

const char *latchkey_version_text(void) { return LATCHKEY_VERSION; }

const char *latchkey_version_commit(void) { return (const char *)commit; }
