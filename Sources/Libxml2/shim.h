#ifndef LATCHKEY_LIBXML2_SHIM_H
#define LATCHKEY_LIBXML2_SHIM_H

// Empty: the library's headers bring those of ICU, which are others than Foundation's. CXML2 alone includes them.

#endif
