#ifndef CPP_SIGNIN_SESSION_H_
#define CPP_SIGNIN_SESSION_H_

#include <memory>
#include <stdexcept>
#include <string>

#include "firebase/app.h"
#include "firebase/auth.h"

// What goes wrong, as a sentence for the user.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& sentence) : std::runtime_error(sentence) {}
};

// The app and its auth, and waiting for what they do.
class Session {
 public:
  // `server` may be empty: then a configuration file says which.
  explicit Session(const std::string& server);

  firebase::auth::Auth* auth() { return auth_.get(); }

  // Waits for a sign-in, and asks for the second factor where there is one.
  void Finish(const firebase::auth::AuthResultFuture& sign_in);
  // Waits for anything else.
  void Finish(const firebase::FutureBase& operation);

 private:
  void FinishWithSecondFactor(const firebase::FutureBase& sign_in);

  // In this order, so that the auth goes first.
  std::unique_ptr<firebase::App> app_;
  std::unique_ptr<firebase::auth::Auth> auth_;
};

#endif  // CPP_SIGNIN_SESSION_H_
