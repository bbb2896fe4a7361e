#ifndef CPP_SIGNIN_COMMANDS_H_
#define CPP_SIGNIN_COMMANDS_H_

#include <string>
#include <vector>

#include "session.h"

// What is to be done with which words.
struct Command {
  const char* name;
  // What the command line calls its word; NULL for a command without.
  const char* word;
  const char* summary;
  void (*run)(Session* session, const std::string& word);
};

// All that there are.
const std::vector<Command>& Commands();

#endif  // CPP_SIGNIN_COMMANDS_H_
