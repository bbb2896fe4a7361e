#ifndef CPP_SIGNIN_COMMANDS_H_
#define CPP_SIGNIN_COMMANDS_H_

#include <string>
#include <vector>

#include "session.h"

// A command of the command line.
struct Command {
  const char* name;
  // The name of the command's argument in the usage text; NULL for a command without an argument.
  const char* word;
  const char* summary;
  void (*run)(Session* session, const std::string& word);
};

// All commands.
const std::vector<Command>& Commands();

#endif  // CPP_SIGNIN_COMMANDS_H_
