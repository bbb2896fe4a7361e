import Foundation
import IdentityWire

/// What the server says to a first factor.
struct SignInAnswer: Sendable {
  var tokens: SessionTokens
  /// Nil for sign-ins of which the official SDK tells nothing.
  var info: AdditionalInfo?
  var credential: OAuthCredential?

  struct AdditionalInfo: Sendable {
    var providerID: String
    var isNewUser: Bool
    var profile: JSONValue?
    var username: String?
  }

  /// - Throws: ``AuthError``; ``SecondFactorRequired`` for a user who has a second factor to prove yet.
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

/// The first factor was right, and is not enough.
struct SecondFactorRequired: Error {
  /// Nil where the server gave none, so that the sign-in cannot go on.
  var pendingCredential: String?
  var factors: [FactorData]
}
