#include "apple_sign_in.h"

firebase::auth::Auth* MakeAuth(firebase::App* app, uint32_t development_port) {
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app);
  if (auth != nullptr && development_port != 0) {
    auth->UseEmulator("127.0.0.1", development_port);
  }
  return auth;
}
