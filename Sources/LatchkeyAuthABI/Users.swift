import CLatchkeyAuth
import Foundation
import LatchkeyAuth

private func given(_ user: OpaquePointer?) -> User? { content(user, User.self) }

@_cdecl("latchkey_user_uid")
public func userUID(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? { text(given(user)?.uid) }

@_cdecl("latchkey_user_email")
public func userEmail(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? { text(given(user)?.email) }

@_cdecl("latchkey_user_phone_number")
public func userPhoneNumber(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(user)?.phoneNumber)
}

@_cdecl("latchkey_user_display_name")
public func userDisplayName(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(user)?.displayName)
}

@_cdecl("latchkey_user_photo_url")
public func userPhotoURL(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(user)?.photoURL?.absoluteString)
}

@_cdecl("latchkey_user_tenant_id")
public func userTenantID(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(user)?.tenantID)
}

@_cdecl("latchkey_user_refresh_token")
public func userRefreshToken(_ user: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  text(given(user)?.refreshToken)
}

@_cdecl("latchkey_user_is_anonymous")
public func userIsAnonymous(_ user: OpaquePointer?) -> Bool { given(user)?.isAnonymous ?? false }

@_cdecl("latchkey_user_is_email_verified")
public func userIsEmailVerified(_ user: OpaquePointer?) -> Bool { given(user)?.isEmailVerified ?? false }

@_cdecl("latchkey_user_created_at")
public func userCreatedAt(_ user: OpaquePointer?) -> Int64 {
  milliseconds(given(user)?.metadata.creationDate)
}

@_cdecl("latchkey_user_last_sign_in_at")
public func userLastSignInAt(_ user: OpaquePointer?) -> Int64 {
  milliseconds(given(user)?.metadata.lastSignInDate)
}

/// Returns milliseconds since 1970; 0 for nil.
func milliseconds(_ date: Date?) -> Int64 {
  date.flatMap { Int64(exactly: ($0.timeIntervalSince1970 * 1_000).rounded()) } ?? 0
}

@_cdecl("latchkey_user_provider_count")
public func userProviderCount(_ user: OpaquePointer?) -> Int { given(user)?.providerData.count ?? 0 }

@_cdecl("latchkey_user_provider_info")
public func userProviderInfo(_ user: OpaquePointer?, _ index: Int, _ info: latchkey_info)
  -> UnsafeMutablePointer<CChar>?
{
  guard let providers = given(user)?.providerData, providers.indices.contains(index) else { return nil }
  let provider = providers[index]
  switch info {
  case LATCHKEY_INFO_PROVIDER_ID: return text(provider.providerID)
  case LATCHKEY_INFO_UID: return text(provider.uid)
  case LATCHKEY_INFO_EMAIL: return text(provider.email)
  case LATCHKEY_INFO_DISPLAY_NAME: return text(provider.displayName)
  case LATCHKEY_INFO_PHOTO_URL: return text(provider.photoURL?.absoluteString)
  case LATCHKEY_INFO_PHONE_NUMBER: return text(provider.phoneNumber)
  default: return nil
  }
}

@_cdecl("latchkey_user_factor_count")
public func userFactorCount(_ user: OpaquePointer?) -> Int {
  given(user)?.multiFactor.enrolledFactors.count ?? 0
}

@_cdecl("latchkey_user_factor_at")
public func userFactorAt(_ user: OpaquePointer?, _ index: Int) -> OpaquePointer? {
  guard let factors = given(user)?.multiFactor.enrolledFactors, factors.indices.contains(index) else {
    return nil
  }
  return handle(factors[index])
}
