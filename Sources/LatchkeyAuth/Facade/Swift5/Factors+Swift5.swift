import Foundation

// FirebaseAuth's own signatures for Swift 5, which does not check closures for data races: see
// `Completion.swift`.

@available(swift, obsoleted: 6)
extension MultiFactor {
  /// The completion form of ``session()``.
  public func getSessionWithCompletion(
    _ completion: ((MultiFactorSession?, (any Error)?) -> Void)?
  ) {
    getSessionWithCompletion(completion.map(onMainActor))
  }

  /// The completion form of ``enroll(with:displayName:)``.
  public func enroll(
    with assertion: MultiFactorAssertion, displayName: String?,
    completion: (((any Error)?) -> Void)?
  ) {
    enroll(with: assertion, displayName: displayName, completion: completion.map(onMainActor))
  }

  /// The completion form of ``unenroll(with:)``.
  public func unenroll(
    with factorInfo: MultiFactorInfo, completion: (((any Error)?) -> Void)?
  ) {
    unenroll(with: factorInfo, completion: completion.map(onMainActor))
  }

  /// The completion form of ``unenroll(withFactorUID:)``.
  public func unenroll(
    withFactorUID factorUID: String, completion: (((any Error)?) -> Void)?
  ) {
    unenroll(withFactorUID: factorUID, completion: completion.map(onMainActor))
  }
}

@available(swift, obsoleted: 6)
extension MultiFactorResolver {
  /// The completion form of ``resolveSignIn(with:)``.
  public func resolveSignIn(
    with assertion: MultiFactorAssertion,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    resolveSignIn(with: assertion, completion: completion.map(onMainActor))
  }
}

@available(swift, obsoleted: 6)
extension TOTPMultiFactorGenerator {
  /// The completion form of ``generateSecret(with:)``.
  public class func generateSecret(
    with session: MultiFactorSession,
    completion: @escaping (TOTPSecret?, (any Error)?) -> Void
  ) {
    generateSecret(with: session, completion: onMainActor(completion))
  }
}
