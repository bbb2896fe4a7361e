// The header that GNUstep's headers include for a compiler with blocks. GCC's runtime does not
// contain this header. This library contains the functions that the header declares.

#ifndef FIR_BLOCKS_RUNTIME_H
#define FIR_BLOCKS_RUNTIME_H

#ifdef __cplusplus
extern "C" {
#endif

void *_Block_copy(const void *block);
void _Block_release(const void *block);

#ifdef __cplusplus
}
#endif

#ifndef Block_copy
#define Block_copy(...) ((__typeof(__VA_ARGS__))_Block_copy((const void *)(__VA_ARGS__)))
#define Block_release(...) _Block_release((const void *)(__VA_ARGS__))
#endif

#endif
