import Foundation
import IdentityWire

/// All stored data about a signed-in user. The data persists when the app restarts.
struct SessionData: Codable, Sendable, Equatable {
  var profile: UserProfile
  var tokens: SessionTokens
  /// The API key of the user's project.
  var apiKey: String
  var appID: String
  /// The server that issued the session, as ``BackendConfiguration/origin`` names it.
  var server: String
}

/// A user's tokens. Anyone who has them can act as the user.
struct SessionTokens: Codable, Sendable, Equatable {
  /// The number of seconds before its expiry at which the SDK refreshes an ID token.
  static let margin: TimeInterval = 300

  var idToken: String
  var refreshToken: String
  /// The expiry by this machine's clock; nil if the server gave none.
  var expiresAt: Date?

  /// True if the server issued this ID token after the other ID token, according to the server's clock.
  func isYounger(than other: SessionTokens) -> Bool {
    func issuedAt(_ token: String) -> Double {
      (try? UnverifiedJWT(token, costlyText: .dropped).payload)?["iat"]?.doubleValue ?? 0
    }
    return issuedAt(idToken) > issuedAt(other.idToken)
  }

  func isFresh(at moment: Date) -> Bool {
    expiresAt.map { $0.timeIntervalSince(moment) > Self.margin } ?? false
  }

  /// - Parameters:
  ///   - answer: has `idToken`, `refreshToken` and `expiresIn`.
  ///   - known: the previous tokens. If the answer has no refresh token, the previous refresh token is kept.
  init?(_ answer: JSONValue, after known: SessionTokens? = nil, now: Date) {
    guard let idToken = answer["idToken"]?.stringValue, !idToken.isEmpty,
      let refreshToken = answer["refreshToken"]?.nonEmpty ?? known?.refreshToken
    else { return nil }
    self.idToken = idToken
    self.refreshToken = refreshToken
    expiresAt = Self.expiry(answer["expiresIn"], of: idToken, now: now)
  }

  /// Reads the answer of the token endpoint, which uses OAuth's names.
  init?(refreshed answer: JSONValue, after known: SessionTokens, now: Date) {
    guard let idToken = answer["id_token"]?.nonEmpty ?? answer["access_token"]?.nonEmpty else { return nil }
    self.idToken = idToken
    refreshToken = answer["refresh_token"]?.nonEmpty ?? known.refreshToken
    expiresAt = Self.expiry(answer["expires_in"], of: idToken, now: now)
  }

  /// Reads the lifetime. Answers to second factors do not contain the lifetime; this method then reads it from
  /// the token's claims.
  private static func expiry(_ seconds: JSONValue?, of token: String, now: Date) -> Date? {
    let said = seconds?.stringValue.flatMap(Double.init) ?? seconds?.doubleValue
    if let said { return Self.isLifetime(said) ? now.addingTimeInterval(said) : nil }
    guard let claims = try? UnverifiedJWT(token, costlyText: .dropped).claims,
      let expiry = claims["exp"]?.doubleValue
    else {
      return nil
    }
    // Uses the difference of the server's two times, so that an incorrect local clock has no effect.
    let issued = claims["iat"]?.doubleValue ?? now.timeIntervalSince1970
    return isLifetime(expiry - issued) ? now.addingTimeInterval(expiry - issued) : nil
  }

  /// Accepts up to ten years. A session with a date that cannot be encoded could not be stored.
  private static func isLifetime(_ seconds: Double) -> Bool { (0...315_360_000).contains(seconds) }
}

/// A user as `getAccountInfo` describes them.
struct UserProfile: Codable, Sendable, Equatable {
  struct Provider: Codable, Sendable, Equatable {
    var providerID: String
    /// The user's id at the provider: `federatedId` of the server's answer, or `rawId` if `federatedId` is
    /// missing.
    var uid: String
    var displayName: String?
    var photoURL: String?
    var email: String?
    var phoneNumber: String?
  }

  var uid: String
  var isAnonymous = false
  var hasPassword = false
  var email: String?
  var isEmailVerified = false
  var displayName: String?
  var photoURL: String?
  var phoneNumber: String?
  var tenantID: String?
  var providers: [Provider] = []
  var factors: [FactorData] = []
  /// Nil in sessions that were stored before passkeys existed.
  var passkeys: [PasskeyData]?
  var creationDate: Date?
  var lastSignInDate: Date?

  /// Nil if the answer has no id.
  init?(_ user: JSONValue) {
    guard let uid = user["localId"]?.nonEmpty else { return nil }
    self.uid = uid
    email = user["email"]?.nonEmpty
    isEmailVerified = user["emailVerified"]?.boolValue ?? false
    displayName = user["displayName"]?.nonEmpty
    photoURL = user["photoUrl"]?.nonEmpty
    phoneNumber = user["phoneNumber"]?.nonEmpty
    tenantID = user["tenantId"]?.nonEmpty
    hasPassword = user["passwordHash"]?.nonEmpty != nil
    creationDate = user["createdAt"]?.milliseconds
    lastSignInDate = user["lastLoginAt"]?.milliseconds
    providers = (user["providerUserInfo"]?.arrayValue ?? []).compactMap { info in
      guard let providerID = info["providerId"]?.nonEmpty else { return nil }
      return Provider(
        providerID: providerID, uid: info["federatedId"]?.stringValue ?? info["rawId"]?.stringValue ?? "",
        displayName: info["displayName"]?.nonEmpty, photoURL: info["photoUrl"]?.nonEmpty,
        email: info["email"]?.nonEmpty, phoneNumber: info["phoneNumber"]?.nonEmpty)
    }
    factors = FactorData.list(user["mfaInfo"])
    passkeys = PasskeyData.list(user["passkeyInfo"])
  }
}

/// A user's passkey.
struct PasskeyData: Codable, Sendable, Equatable {
  var credentialID: String
  var name: String?

  static func list(_ value: JSONValue?) -> [PasskeyData] {
    (value?.arrayValue ?? []).compactMap { info in
      info["credentialId"]?.nonEmpty.map { PasskeyData(credentialID: $0, name: info["name"]?.nonEmpty) }
    }
  }
}

/// A user's second factor.
struct FactorData: Codable, Sendable, Equatable {
  var id: String
  var displayName: String?
  var enrolledAt: Date?
  /// Nil for an authenticator app.
  var phoneNumber: String?

  /// Unknown kinds of factors are left out.
  static func list(_ value: JSONValue?) -> [FactorData] {
    (value?.arrayValue ?? []).compactMap { info in
      guard let id = info["mfaEnrollmentId"]?.nonEmpty else { return nil }
      let phone = info["phoneInfo"]?.nonEmpty
      guard phone != nil || info["totpInfo"]?.objectValue != nil else { return nil }
      return FactorData(
        id: id, displayName: info["displayName"]?.nonEmpty,
        enrolledAt: info["enrolledAt"]?.stringValue.flatMap(Self.date), phoneNumber: phone)
    }
  }

  /// Reads RFC 3339, with or without a fraction.
  static func date(_ text: String) -> Date? {
    let style = Date.ISO8601FormatStyle()
    return (try? Date(text, strategy: style.time(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: style))
  }
}

extension JSONValue {
  /// The text if it is not empty.
  var nonEmpty: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// Milliseconds since 1970, as text or as a number.
  fileprivate var milliseconds: Date? {
    let value = stringValue.flatMap(Double.init) ?? doubleValue
    // Accepts the years 1970 to 9999, which every date format can represent.
    return value.flatMap {
      (0...253_402_300_799_000).contains($0) ? Date(timeIntervalSince1970: $0 / 1_000) : nil
    }
  }

  init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
