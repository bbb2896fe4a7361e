#include "commands.h"

#include <iostream>

#include "terminal.h"

using firebase::auth::AuthResultFuture;
using firebase::auth::Credential;
using firebase::auth::EmailAuthProvider;
using firebase::auth::FederatedOAuthProvider;
using firebase::auth::FederatedOAuthProviderData;
using firebase::auth::User;

namespace {

void Print(const char* name, const std::string& value) {
  std::cout << std::string(name).append(16, ' ').substr(0, 16) << value << "\n";
}

User SignedInUser(Session* session) {
  User user = session->auth()->current_user();
  if (!user.is_valid()) throw Failure("Nobody is signed in.");
  return user;
}

void PrintUser(Session* session) {
  User user = SignedInUser(session);
  Print("uid", user.uid());
  if (!user.display_name().empty()) Print("name", user.display_name());
  if (!user.email().empty()) {
    Print("e-mail", user.email() + (user.is_email_verified() ? "" : " (not verified)"));
  }
  if (user.is_anonymous()) Print("anonymous", "yes: lost when signed out");
  for (const auto& provider : user.provider_data()) {
    Print("provider", provider.provider_id() + " (" + provider.uid() + ")");
  }
  for (const auto& factor : user.multi_factor().enrolled_factors()) {
    Print("second factor", factor.factor_id() + " " + factor.display_name());
  }
}

FederatedOAuthProvider ProviderOf(const std::string& id) {
  FederatedOAuthProviderData data(id);
  if (id == "github.com") data.scopes = {"user:email"};
  if (id == "apple.com") data.scopes = {"email", "name"};
  return FederatedOAuthProvider(data);
}

void SignInAnonymously(Session* session, const std::string&) {
  session->Finish(session->auth()->SignInAnonymously());
  PrintUser(session);
}

void SignInByEmail(Session* session, const std::string& email) {
  std::string password = AskSecretly("Password");
  session->Finish(session->auth()->SignInWithEmailAndPassword(email.c_str(), password.c_str()));
  PrintUser(session);
}

void CreateByEmail(Session* session, const std::string& email) {
  std::string password = AskSecretly("New password");
  session->Finish(session->auth()->CreateUserWithEmailAndPassword(email.c_str(), password.c_str()));
  PrintUser(session);
}

void SignInWithProvider(Session* session, const std::string& id) {
  FederatedOAuthProvider provider = ProviderOf(id);
  AuthResultFuture sign_in = session->auth()->SignInWithProvider(&provider);
  session->Finish(sign_in);
  const firebase::auth::AuthResult& result = *sign_in.result();
  if (!result.additional_user_info.user_name.empty()) {
    Print("user name", result.additional_user_info.user_name);
  }
  PrintUser(session);
}

void LinkEmail(Session* session, const std::string& email) {
  User user = SignedInUser(session);
  std::string password = AskSecretly("New password");
  session->Finish(
      user.LinkWithCredential(EmailAuthProvider::GetCredential(email.c_str(), password.c_str())));
  PrintUser(session);
}

// If the provider's account is linked to another user, offers to sign in as that user.
void LinkProvider(Session* session, const std::string& id) {
  FederatedOAuthProvider provider = ProviderOf(id);
  AuthResultFuture link = SignedInUser(session).LinkWithProvider(&provider);
  link.Wait(firebase::FutureBase::kWaitTimeoutInfinite);
  if (link.error() == firebase::auth::kAuthErrorCredentialAlreadyInUse) {
    Credential other = link.result()->additional_user_info.updated_credential;
    if (other.is_valid() &&
        Ask("Another user has this account. Sign in as them? (yes/no)") == "yes") {
      session->Finish(session->auth()->SignInAndRetrieveDataWithCredential(other));
      return PrintUser(session);
    }
  }
  session->Finish(link);
  PrintUser(session);
}

void Unlink(Session* session, const std::string& id) {
  session->Finish(SignedInUser(session).Unlink(id.c_str()));
  PrintUser(session);
}

void WhoAmI(Session* session, const std::string&) {
  session->Finish(SignedInUser(session).Reload());
  PrintUser(session);
}

void PrintToken(Session* session, const std::string&) {
  firebase::Future<std::string> token = SignedInUser(session).GetToken(false);
  session->Finish(token);
  std::cout << *token.result() << "\n";
}

void SignOut(Session* session, const std::string&) {
  session->auth()->SignOut();
  std::cerr << "Nobody is signed in now.\n";
}

}  // namespace

const std::vector<Command>& Commands() {
  static const std::vector<Command> commands = {
      {"anonymous", nullptr, "sign in without an account", SignInAnonymously},
      {"create", "ADDRESS", "make an account with a password, and sign in", CreateByEmail},
      {"email", "ADDRESS", "sign in with a password", SignInByEmail},
      {"provider", "ID", "sign in with github.com, apple.com… in the browser", SignInWithProvider},
      {"link-email", "ADDRESS", "let the user sign in with a password, too", LinkEmail},
      {"link-provider", "ID", "let the user sign in with a provider, too", LinkProvider},
      {"unlink", "ID", "take a way to sign in away", Unlink},
      {"whoami", nullptr, "ask the server who is signed in", WhoAmI},
      {"token", nullptr, "print an ID token, for a back end", PrintToken},
      {"sign-out", nullptr, "sign out", SignOut},
  };
  return commands;
}
