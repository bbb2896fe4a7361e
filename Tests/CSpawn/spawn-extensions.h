#pragma once
#include <spawn.h>

// spawn.h shows this to GNU programs only, and Swift sees the headers as a POSIX program does.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
