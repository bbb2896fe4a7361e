import Foundation
import Identity
import IdentityWire

extension AccountInfo {
  /// The value that the official service shows in place of a hash: "REDACTED" in base64. Clients look for it
  /// to learn that the account has a password.
  static let redactedHash = "UkVEQUNURUQ="

  /// An account as its user or an administrator sees it.
  public init(_ account: Account) {
    self.init(localId: account.id.rawValue)
    email = account.email?.text
    emailVerified = account.email == nil ? nil : account.emailVerified
    initialEmail = account.initialEmail?.text
    displayName = account.displayName
    photoUrl = account.photoURL
    phoneNumber = account.phoneNumber
    if account.password != nil {
      passwordHash = Self.redactedHash
      passwordUpdatedAt = account.passwordUpdatedAt.map { Double($0.milliseconds) }
    }
    let providers = ProviderUserInfo.list(of: account)
    providerUserInfo = providers.isEmpty ? nil : providers
    mfaInfo = account.factors.isEmpty ? nil : account.factors.map { MfaEnrollment($0) }
    passkeyInfo = account.passkeys.isEmpty ? nil : account.passkeys.map { PasskeyMessage(naming: $0) }
    validSince = Int64Text(account.validSince.seconds)
    disabled = account.disabled ? true : nil
    lastLoginAt = account.lastLoginAt.map { Int64Text($0.milliseconds) }
    createdAt = Int64Text(account.createdAt.milliseconds)
    lastRefreshAt = account.lastRefreshAt?.iso8601
    customAttributes = account.customAttributes
    customAuth = account.customAuth ? true : nil
    emailLinkSignin = account.emailLinkSignIn ? true : nil
    tenantId = account.scope.tenant?.rawValue
  }
}

extension ProviderUserInfo {
  /// Returns the account's ways to sign in: its provider links, and `password` and `phone` if it has them.
  public static func list(of account: Account) -> [ProviderUserInfo] {
    var list = account.links.map { link in
      var info = ProviderUserInfo(providerId: link.providerID)
      info.rawId = link.rawID
      info.federatedId = link.federatedID
      info.email = link.email
      info.displayName = link.displayName
      info.photoUrl = link.photoURL
      info.screenName = link.screenName
      return info
    }
    if let email = account.email, account.password != nil || account.emailLinkSignIn {
      var info = ProviderUserInfo(providerId: "password")
      info.rawId = email.text
      info.federatedId = email.text
      info.email = email.text
      info.displayName = account.displayName
      info.photoUrl = account.photoURL
      list.append(info)
    }
    if let phoneNumber = account.phoneNumber {
      var info = ProviderUserInfo(providerId: "phone")
      info.rawId = phoneNumber
      info.phoneNumber = phoneNumber
      list.append(info)
    }
    return list
  }
}

extension MfaEnrollment {
  init(_ factor: EnrolledFactor) {
    self.init(mfaEnrollmentId: factor.enrollmentID)
    displayName = factor.displayName
    enrolledAt = factor.enrolledAt.iso8601
    switch factor.kind {
    case .phone(let number):
      phoneInfo = number
      unobfuscatedPhoneInfo = number
    case .totp: totpInfo = .init()
    }
  }
}
