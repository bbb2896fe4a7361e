import IdentityWire

extension AuthEngine {
  /// - Parameter idToken: the ID token of the user to link; nil for a sign-in.
  nonisolated func signIn(_ proof: GameCenterAuthCredential.Proof, idToken: String? = nil) async throws
    -> SignInAnswer
  {
    var message = proof.message
    message["idToken"] = JSONValue(idToken)
    message["tenantId"] = tenant
    let answer = try await backend.call(.relyingParty("signInWithGameCenter"), message)
    return try SignInAnswer(
      answer,
      info: .init(
        providerID: GameCenterAuthProvider.id, isNewUser: answer["isNewUser"]?.boolValue ?? false),
      now: now)
  }
}
