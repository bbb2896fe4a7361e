import Foundation

// FirebaseAuth's own signatures for Swift 5, which does not check closures for data races: see
// `Completion.swift`.

@available(swift, obsoleted: 6)
extension OAuthProvider {
  /// The completion form of ``credential(with:)``.
  public func getCredentialWith(
    _ uiDelegate: (any AuthUIDelegate)?,
    completion: ((AuthCredential?, (any Error)?) -> Void)? = nil
  ) {
    getCredentialWith(uiDelegate, completion: completion.map(onMainActor))
  }
}

@available(swift, obsoleted: 6)
extension PhoneAuthProvider {
  /// The completion form of ``verifyPhoneNumber(with:uiDelegate:multiFactorSession:)``.
  public func verifyPhoneNumber(
    with multiFactorInfo: PhoneMultiFactorInfo, uiDelegate: (any AuthUIDelegate)? = nil,
    multiFactorSession: MultiFactorSession?,
    completion: ((String?, (any Error)?) -> Void)?
  ) {
    verifyPhoneNumber(
      with: multiFactorInfo, uiDelegate: uiDelegate, multiFactorSession: multiFactorSession,
      completion: completion.map(onMainActor))
  }
}
