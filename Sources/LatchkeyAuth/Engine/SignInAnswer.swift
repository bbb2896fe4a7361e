import Foundation
import IdentityWire

/// The server's answer to a first factor.
struct SignInAnswer: Sendable {
  var tokens: SessionTokens
  /// Nil for sign-ins for which the official SDK gives no additional information.
  var info: AdditionalInfo?
  var credential: OAuthCredential?

  struct AdditionalInfo: Sendable {
    var providerID: String
    var isNewUser: Bool
    var profile: JSONValue?
    var username: String?
  }

  /// - Throws: ``AuthError``; ``SecondFactorRequired`` if the user must also prove a second factor.
  init(_ answer: JSONValue, info: AdditionalInfo?, credential: OAuthCredential? = nil, now: Date) throws {
    if answer["idToken"]?.nonEmpty == nil, let factors = answer["mfaInfo"], !factors.isNull {
      throw SecondFactorRequired(
        pendingCredential: answer["mfaPendingCredential"]?.nonEmpty, factors: FactorData.list(factors))
    }
    guard let tokens = SessionTokens(answer, now: now) else {
      throw ServerErrors.malformedAnswer(Data())
    }
    self.tokens = tokens
    self.info = info
    self.credential = credential
  }
}

/// Says that the first factor was correct and that a second factor is required.
struct SecondFactorRequired: Error {
  /// Nil if the server sent none. Then the sign-in cannot continue.
  var pendingCredential: String?
  var factors: [FactorData]
}
