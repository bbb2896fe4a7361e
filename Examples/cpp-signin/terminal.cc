#include "terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <termios.h>
#include <unistd.h>

#include <iostream>

std::string Ask(const std::string& question) {
  std::cerr << question << ": " << std::flush;
  std::string answer;
  std::getline(std::cin, answer);
  return answer;
}

namespace {

termios shown;

// Restores the terminal if the user interrupts the program at the question.
void ShowAndEnd(int signal_number) {
  tcsetattr(STDIN_FILENO, TCSANOW, &shown);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

}  // namespace

std::string AskSecretly(const std::string& question) {
  if (tcgetattr(STDIN_FILENO, &shown) != 0) return Ask(question);
  auto interrupted = signal(SIGINT, ShowAndEnd);
  auto terminated = signal(SIGTERM, ShowAndEnd);
  termios hidden = shown;
  hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
  std::string answer = Ask(question);
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
  signal(SIGINT, interrupted);
  signal(SIGTERM, terminated);
  std::cerr << "\n";
  return answer;
}

void Browse(const std::string& url) {
  std::cerr << "The sign-in goes on in your browser. If none opens, open this address on this "
               "machine:\n\n  "
            << url << "\n\n";
  std::string program = "xdg-open";
  std::string address = url;
  char* const arguments[] = {&program[0], &address[0], nullptr};
  // A machine without a screen may have no such program, or a program that prints errors.
  posix_spawn_file_actions_t silent;
  posix_spawn_file_actions_init(&silent);
  posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child;
  posix_spawnp(&child, program.c_str(), &silent, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&silent);
}
