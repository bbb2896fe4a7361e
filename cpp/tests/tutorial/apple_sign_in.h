#ifndef APPLE_SIGN_IN_H_
#define APPLE_SIGN_IN_H_

#include <cstdint>
#include <functional>
#include <string>

#include "firebase/app.h"
#include "firebase/auth.h"

// Receives the outcome of an operation as a sentence. Called once, on a thread of the SDK.
using Report = std::function<void(const std::string& sentence)>;

// Returns the app's Auth. `development_port` is the port of `latchkey dev` on this machine; 0 means the server
// that the app's configuration names.
firebase::auth::Auth* MakeAuth(firebase::App* app, uint32_t development_port);

// Signs in with Apple's ID token. The request for the token contained the SHA-256 of `raw_nonce`.
void SignInWithApple(firebase::auth::Auth* auth, const std::string& id_token,
                     const std::string& raw_nonce, Report report);

// Signs in with Apple's pages, in the system's browser.
void SignInWithAppleInBrowser(firebase::auth::Auth* auth, Report report);

// Lets the signed-in user also sign in with Apple from now on. If the Apple Account is already linked to
// another account, signs in to that account.
void LinkApple(firebase::auth::Auth* auth, const std::string& id_token,
               const std::string& raw_nonce, Report report);

// Deletes the signed-in user's account. Apple's pages confirm first who the user is.
void DeleteAccount(firebase::auth::Auth* auth, Report report);

#endif  // APPLE_SIGN_IN_H_
