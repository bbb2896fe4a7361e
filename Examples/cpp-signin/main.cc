// Shows how a C++ program signs in its users, and keeps them signed in between runs.

#include <iostream>
#include <string>
#include <vector>

#include "commands.h"
#include "session.h"

namespace {

const int kFailed = 1;
const int kMisused = 64;

void PrintUsage(std::ostream& out) {
  out << "Usage: cpp-signin [--server URL] COMMAND [WORD]\n\n";
  for (const Command& command : Commands()) {
    std::string form = command.name;
    if (command.word != nullptr) form += std::string(" ") + command.word;
    out << "  " << form.append(26, ' ').substr(0, 26) << command.summary << "\n";
  }
  out << "\nWithout --server, google-services-desktop.json, google-services.json or latchkey.json "
         "says\nwhich server: in the current directory, beside the program, or where "
         "LATCHKEYAUTH_CONFIG is.\n\n"
         "  cpp-signin --server http://127.0.0.1:9099 provider github.com\n";
}

int Misused(const std::string& sentence) {
  std::cerr << "cpp-signin: " << sentence << "\n\n";
  PrintUsage(std::cerr);
  return kMisused;
}

}  // namespace

int main(int argument_count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + argument_count);
  std::string server;
  if (words.size() >= 2 && words[0] == "--server") {
    server = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) return Misused("What to do?");
  if (words[0] == "--help" || words[0] == "help") return PrintUsage(std::cout), 0;

  for (const Command& command : Commands()) {
    if (words[0] != command.name) continue;
    size_t wanted = command.word == nullptr ? 1 : 2;
    if (words.size() != wanted)
      return Misused(words[0] + " takes " + (wanted == 1 ? "no" : "one") + " word.");
    try {
      Session session(server);
      command.run(&session, wanted == 1 ? std::string() : words[1]);
      return 0;
    } catch (const Failure& failure) {
      std::cerr << "cpp-signin: " << failure.what() << "\n";
      return kFailed;
    }
  }
  return Misused("There is no command \"" + words[0] + "\".");
}
