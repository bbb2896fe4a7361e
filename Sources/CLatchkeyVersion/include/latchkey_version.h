#ifndef LATCHKEY_VERSION_H
#define LATCHKEY_VERSION_H

/* The version of everything in this repository: server, SDKs, packages. It stands nowhere else. */
#define LATCHKEY_VERSION "0.2.0"

/* LATCHKEY_VERSION, in memory that lives as long as the program. Hidden, as below: a shared library shows its own
   functions alone. */
__attribute__((visibility("hidden"))) const char *latchkey_version_text(void);

/* The commit that a release was built from, in hexadecimal; empty in any other build. */
__attribute__((visibility("hidden"))) const char *latchkey_version_commit(void);

#endif
