import Foundation

/// A user's second factors.
open class MultiFactor: NSObject, NSSecureCoding, @unchecked Sendable {
  let user: User

  init(_ user: User) { self.user = user }

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let user = coder.object(User.self, for: "user") else { return nil }
    self.user = user
  }

  open func encode(with coder: NSCoder) { coder.encode(user, forKey: "user") }

  /// The factors that can finish a sign-in, as of the last ``User/reload()``.
  open var enrolledFactors: [MultiFactorInfo] { user.session.profile.factors.map(MultiFactorInfo.of) }

  /// Returns the session in which a factor is enrolled.
  open func session() async throws -> MultiFactorSession { MultiFactorSession(.enrollment(user)) }

  /// Adds a factor that the user has proved, with a name that the user recognises.
  ///
  /// - Throws: ``AuthError`` with `invalidVerificationCode`, `unverifiedEmail`, `requiresRecentLogin`…
  open func enroll(with assertion: MultiFactorAssertion, displayName: String?) async throws {
    try await enrollWithRecoveryCodes(assertion, displayName: displayName)
  }

  /// Removes a factor.
  open func unenroll(with factorInfo: MultiFactorInfo) async throws {
    try await unenroll(withFactorUID: factorInfo.uid)
  }

  /// Removes a factor by its ``MultiFactorInfo/uid``.
  open func unenroll(withFactorUID factorUID: String) async throws {
    let user = user
    try await user.core.withTokens(of: user) { tokens in
      guard let new = try await user.engine.withdraw(factorUID, after: tokens) else {
        throw AuthError(.invalidUserToken)
      }
      try await user.take(new, after: tokens)
    }
  }

  /// The completion form of ``session()``.
  @available(swift, introduced: 6)
  open func getSessionWithCompletion(
    _ completion: (@MainActor (MultiFactorSession?, (any Error)?) -> Void)?
  ) {
    complete(completion) { try await self.session() }
  }

  /// The completion form of ``enroll(with:displayName:)``.
  @available(swift, introduced: 6)
  open func enroll(
    with assertion: MultiFactorAssertion, displayName: String?,
    completion: (@MainActor ((any Error)?) -> Void)?
  ) {
    complete(completion) { try await self.enroll(with: assertion, displayName: displayName) }
  }

  /// The completion form of ``unenroll(with:)``.
  @available(swift, introduced: 6)
  open func unenroll(
    with factorInfo: MultiFactorInfo, completion: (@MainActor ((any Error)?) -> Void)?
  ) {
    complete(completion) { try await self.unenroll(with: factorInfo) }
  }

  /// The completion form of ``unenroll(withFactorUID:)``.
  @available(swift, introduced: 6)
  open func unenroll(
    withFactorUID factorUID: String, completion: (@MainActor ((any Error)?) -> Void)?
  ) {
    complete(completion) { try await self.unenroll(withFactorUID: factorUID) }
  }
}
