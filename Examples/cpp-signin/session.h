#ifndef CPP_SIGNIN_SESSION_H_
#define CPP_SIGNIN_SESSION_H_

#include <memory>
#include <stdexcept>
#include <string>

#include "firebase/app.h"
#include "firebase/auth.h"

// An error, as a sentence for the user.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& sentence) : std::runtime_error(sentence) {}
};

// The app and its Auth. Waits for their operations.
class Session {
 public:
  // `server` may be empty: then a configuration file names the server.
  explicit Session(const std::string& server);

  firebase::auth::Auth* auth() { return auth_.get(); }

  // Waits for a sign-in, and asks for the second factor if it is required.
  void Finish(const firebase::auth::AuthResultFuture& sign_in);
  // Waits for any other operation.
  void Finish(const firebase::FutureBase& operation);

 private:
  void FinishWithSecondFactor(const firebase::FutureBase& sign_in);

  // In this order, so that the Auth is destroyed first.
  std::unique_ptr<firebase::App> app_;
  std::unique_ptr<firebase::auth::Auth> auth_;
};

#endif  // CPP_SIGNIN_SESSION_H_
