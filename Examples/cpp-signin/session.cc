#include "session.h"

#include <iostream>

#include "terminal.h"

using firebase::FutureBase;
using firebase::auth::AuthResultFuture;
using firebase::auth::MultiFactorInfo;
using firebase::auth::MultiFactorResolver;
using firebase::auth::TotpMultiFactorGenerator;

namespace {

firebase::AppOptions OptionsFor(const std::string& server) {
  firebase::AppOptions options;
  if (server.empty()) return options;
  // A development server accepts any key. For a real server, use the project's configuration file.
  options.set_api_key("development");
  options.set_server_url(server.c_str());
  return options;
}

std::string SentenceOf(const FutureBase& failed) {
  std::string sentence = failed.error_message();
  return sentence.empty() ? "Error " + std::to_string(failed.error()) : sentence;
}

}  // namespace

Session::Session(const std::string& server)
    : app_(firebase::App::Create(OptionsFor(server), "cpp-signin")) {
  if (!app_) throw Failure("There is no usable configuration. Name a server: --server URL");
  firebase::auth::AuthEnvironment environment;
  environment.open_browser = Browse;
  auth_.reset(firebase::auth::Auth::GetAuth(app_.get(), environment));
  if (!auth_) throw Failure("The library could not be made ready.");
}

void Session::Finish(const FutureBase& operation) {
  operation.Wait(FutureBase::kWaitTimeoutInfinite);
  if (operation.error() != firebase::auth::kAuthErrorNone) throw Failure(SentenceOf(operation));
}

void Session::Finish(const AuthResultFuture& sign_in) {
  sign_in.Wait(FutureBase::kWaitTimeoutInfinite);
  if (sign_in.error() == firebase::auth::kAuthErrorSecondFactorRequired) {
    FinishWithSecondFactor(sign_in);
  } else {
    Finish(static_cast<const FutureBase&>(sign_in));
  }
}

void Session::FinishWithSecondFactor(const FutureBase& sign_in) {
  MultiFactorResolver resolver = MultiFactorResolver::FromFuture(sign_in);
  for (const MultiFactorInfo& factor : resolver.hints()) {
    if (factor.factor_id() != TotpMultiFactorGenerator::kFactorId) continue;
    std::cerr << "This account has a second factor.\n";
    for (;;) {
      std::string code =
          Ask("The code that your authenticator app \"" + factor.display_name() + "\" shows");
      if (code.empty()) throw Failure("The sign-in was given up.");
      auto resolved = resolver.ResolveSignIn(
          TotpMultiFactorGenerator::GetAssertionForSignIn(factor.uid().c_str(), code.c_str()));
      resolved.Wait(FutureBase::kWaitTimeoutInfinite);
      if (resolved.error() == firebase::auth::kAuthErrorNone) return;
      if (resolved.error() != firebase::auth::kAuthErrorInvalidVerificationCode) {
        throw Failure(SentenceOf(resolved));
      }
      std::cerr << "That code is wrong, or was used already. Try again with the next one.\n";
    }
  }
  throw Failure("The account's second factor is not one that this program knows.");
}
