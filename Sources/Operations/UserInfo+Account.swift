import Foundation
import Identity
import IdentityWire

extension UserInfo {
  /// What the official service shows instead of a hash: the word "REDACTED" in base64. It says that there is
  /// a password, which clients look for, and nothing about it.
  static let redactedHash = "UkVEQUNURUQ="

  /// An account as its user or an administrator sees it.
  init(_ account: Account) {
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
    validSince = Int64Text(account.validSince.seconds)
    disabled = account.disabled ? true : nil
    lastLoginAt = account.lastLoginAt.map { Int64Text($0.milliseconds) }
    createdAt = Int64Text(account.createdAt.milliseconds)
    lastRefreshAt = (account.lastRefreshAt ?? account.lastLoginAt)?.iso8601
    customAttributes = account.customAttributes
    customAuth = account.customAuth ? true : nil
    emailLinkSignin = account.emailLinkSignIn ? true : nil
    tenantId = account.scope.tenant?.rawValue
  }
}

extension ProviderUserInfo {
  /// All that the account can be signed in with: its links, and `password` and `phone` where it has them.
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

extension Timestamp {
  /// RFC 3339 in UTC, with milliseconds: the official clients read no date without a fraction.
  var iso8601: String {
    let moment = min(max(self, Self.writable.lowerBound), Self.writable.upperBound)
    let ofDay = (moment.milliseconds % Self.day + Self.day) % Self.day
    // Days since 0000-03-01: leap days come last in the years that begin in March.
    let days = (moment.milliseconds - ofDay) / Self.day + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = [digits(year, 4), digits(month, 2), digits(dayOfYear - (153 * march + 2) / 5 + 1, 2)]
    let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1_000 % 60].map { digits($0, 2) }
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).\(digits(ofDay % 1_000, 3))Z"
  }

  private static let day: Int64 = 86_400_000
}
