import Foundation
import IdentityWire

/// An ID token and its claims. The SDK does not verify the token. The back end that receives the token must
/// verify it.
open class AuthTokenResult: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The token itself.
  public let token: String
  /// The expiry of the token.
  public let expirationDate: Date
  /// When the user signed in.
  public let authDate: Date
  /// When the token was issued.
  public let issuedAtDate: Date
  /// The provider that the user signed in with; `custom` for a custom token.
  public let signInProvider: String
  /// `phone` or `totp`; empty without a second factor.
  public let signInSecondFactor: String
  /// All claims, as JSON values.
  public let claims: [String: Any]

  /// Nil if the text is not an ID token.
  init?(reading token: String) {
    guard let claims = try? UnverifiedJWT(token, costlyText: .dropped).claims,
      let expiry = claims["exp"]?.doubleValue, let issued = claims["iat"]?.doubleValue
    else { return nil }
    self.token = token
    expirationDate = Date(timeIntervalSince1970: expiry)
    issuedAtDate = Date(timeIntervalSince1970: issued)
    authDate = Date(timeIntervalSince1970: claims["auth_time"]?.doubleValue ?? issued)
    signInProvider = claims["firebase"]?["sign_in_provider"]?.stringValue ?? ""
    signInSecondFactor = claims["firebase"]?["sign_in_second_factor"]?.stringValue ?? ""
    self.claims = claims.mapValues(\.foundation)
  }

  open class var supportsSecureCoding: Bool { true }

  public required convenience init?(coder: NSCoder) {
    guard let token = coder.text(for: "token") else { return nil }
    self.init(reading: token)
  }

  open func encode(with coder: NSCoder) { coder.encode(text: token, for: "token") }
}
