import Foundation
import IdentityWire

/// An ID token and what is in it. Nothing of it has been verified: that is for whoever is shown the token.
open class AuthTokenResult: NSObject, @unchecked Sendable {
  public let token: String
  public let expirationDate: Date
  public let authDate: Date
  public let issuedAtDate: Date
  public let signInProvider: String
  public let signInSecondFactor: String
  public let claims: [String: Any]

  init(_ token: String) throws {
    guard let claims = try? UnverifiedJWT(token).claims,
      let expiry = claims["exp"]?.doubleValue, let issued = claims["iat"]?.doubleValue
    else { throw AuthError(.malformedJWT) }
    self.token = token
    expirationDate = Date(timeIntervalSince1970: expiry)
    issuedAtDate = Date(timeIntervalSince1970: issued)
    authDate = Date(timeIntervalSince1970: claims["auth_time"]?.doubleValue ?? issued)
    signInProvider = claims["firebase"]?["sign_in_provider"]?.stringValue ?? ""
    signInSecondFactor = claims["firebase"]?["sign_in_second_factor"]?.stringValue ?? ""
    self.claims = claims.mapValues(\.foundation)
  }
}
