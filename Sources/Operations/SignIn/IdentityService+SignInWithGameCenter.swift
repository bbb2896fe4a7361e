import Identity
import IdentityProviders
import IdentityWire

extension IdentityService {
  /// `accounts:signInWithGameCenter`: signs in, or links, the player in Game Center's signature.
  ///
  /// The signed ID determines the account. The other IDs are only repeated in the response. A signature can
  /// be redeemed once, unless the sign-in is refused.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED`, `INVALID_IDP_RESPONSE`; `INVALID_REQ_TYPE` for missing members;
  ///   `UNSUPPORTED_FIRST_FACTOR` for an account with second factors; the errors of linking.
  public func signInWithGameCenter(_ request: SignInWithGameCenterRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithGameCenterResponse
  {
    try await diagnosing(caller, provider: GameCenterVerifier.providerID) {
      () async throws(IdentityError) in
      try await signIn(request, caller)
    }
  }

  private func signIn(_ request: SignInWithGameCenterRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithGameCenterResponse
  {
    var federated = SignInWithIdpRequest()
    federated.idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
    if let idToken = federated.idToken { try await requireLinking(idToken, caller) }
    let settings = try enabledProvider(GameCenterVerifier.providerID, caller, credential: "Game Center")
    let credential = try Self.credential(request)
    let now = clock.now()
    var identity = try await providers.gameCenter.verify(credential, with: settings, now: now)
    if let name = request.displayName, !name.isEmpty {
      try Self.checkProfile(displayName: name, photoURL: nil)
      identity.displayName = name
    }
    let evidence = Evidence(of: identity, caller.project, now: now)
    let (response, account) = try await retryingConflicts { [federated] in
      try await self.requireNoSecondFactor(of: evidence.identity, federated, caller)
      return try await self.settle(evidence, federated, caller)
    }
    guard let localID = response.localId, let account, response.idToken != nil else {
      throw .unavailable(.internalError, cause: "a player's sign-in ended without tokens")
    }
    var answer = SignInWithGameCenterResponse(localId: localID)
    answer.playerId = request.playerId
    answer.teamPlayerId = request.teamPlayerId
    answer.gamePlayerId = request.gamePlayerId
    answer.displayName = account.displayName
    answer.isNewUser = response.isNewUser
    answer.idToken = response.idToken
    answer.refreshToken = response.refreshToken
    answer.expiresIn = response.expiresIn
    return answer
  }

  private static func credential(_ request: SignInWithGameCenterRequest) throws(IdentityError)
    -> GameCenterCredential
  {
    let playerIDs = [request.teamPlayerId, request.playerId].compactMap { $0 }.filter { !$0.isEmpty }
    guard !playerIDs.isEmpty else { throw .refused(.invalidReqType, "playerId is missing.") }
    guard let url = request.publicKeyUrl, !url.isEmpty else {
      throw .refused(.invalidReqType, "publicKeyUrl is missing.")
    }
    guard let signature = request.signature.flatMap({ Base64Bytes.decode($0) }), !signature.isEmpty else {
      throw .refused(.invalidReqType, "signature is missing or is not base64.")
    }
    guard let salt = request.salt.flatMap({ Base64Bytes.decode($0) }), !salt.isEmpty else {
      throw .refused(.invalidReqType, "salt is missing or is not base64.")
    }
    guard let milliseconds = request.timestamp?.value, let timestamp = UInt64(exactly: milliseconds) else {
      throw .refused(.invalidReqType, "timestamp is missing or negative.")
    }
    return GameCenterCredential(
      playerIDs: playerIDs, publicKeyURL: url, signature: signature, salt: salt, timestamp: timestamp)
  }

  /// Refuses accounts with second factors, because the response cannot request one.
  private func requireNoSecondFactor(
    of identity: ProviderIdentity, _ request: SignInWithIdpRequest, _ caller: Caller
  ) async throws {
    guard request.idToken == nil else { return }
    let owner = try await store.account(
      providerID: identity.providerID, rawID: identity.rawID, in: caller.scope)
    guard owner?.hasSecondFactor(caller.secondFactorPolicy(now: clock.now())) != true else {
      throw IdentityError.refused(
        .unsupportedFirstFactor, "Game Center cannot be the first factor of a user who has a second factor.")
    }
  }
}
