#ifndef CPP_SIGNIN_TERMINAL_H_
#define CPP_SIGNIN_TERMINAL_H_

#include <string>

// Asks for a line. Returns an empty text at the end of the input.
std::string Ask(const std::string& question);

// Asks for a line that the terminal does not show. Returns an empty text at the end of the input.
std::string AskSecretly(const std::string& question);

// Prints an address, and tries to open it in the system's browser.
void Browse(const std::string& url);

#endif  // CPP_SIGNIN_TERMINAL_H_
