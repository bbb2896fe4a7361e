#ifndef LATCHKEY_CPP_AUTH_PROVIDER_H_
#define LATCHKEY_CPP_AUTH_PROVIDER_H_

#include "abi/handle.h"
#include "auth/operation.h"
#include "firebase/auth/types.h"

namespace firebase {
namespace auth {
namespace internal {

// Creates the provider for these data. Empty for NULL, and for data without a provider's id.
latchkey::Handle<latchkey_provider> ProviderOf(const FederatedOAuthProviderData* data);

// Returns an obstacle if the provider is empty.
Obstacle UnlessProvider(const latchkey::Handle<latchkey_provider>& provider);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_PROVIDER_H_
