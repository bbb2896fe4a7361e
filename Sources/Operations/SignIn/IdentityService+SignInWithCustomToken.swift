import Identity
import IdentityWire
import Tokens

extension IdentityService {
  static let customTokenAudience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

  /// `accounts:signInWithCustomToken`: signs in the user that a service account of the project names. Creates
  /// the account if there is none.
  public func signInWithCustomToken(_ request: SignInWithCustomTokenRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithCustomTokenResponse
  {
    guard let text = request.token, !text.isEmpty else { throw .refused(.missingCustomToken) }
    let claims = try await customTokenClaims(text, caller)
    let caller = try await self.caller(caller, ofTenantNamed: claims["tenant_id"])
    guard let uid = (claims["uid"] ?? claims["user_id"])?.stringValue, !uid.isEmpty else {
      throw .refused(.missingIdentifier)
    }
    guard let id = AccountID(rawValue: uid) else {
      throw .refused(.invalidCustomToken, "The uid has to be of 1 to 128 characters.")
    }
    var facts = SignInFacts(provider: "custom")
    facts.additionalClaims = try Self.developerClaims(claims["claims"])

    return try await retryingConflicts {
      let now = clock.now()
      let known = try await store.account(id, in: caller.scope)
      var account = known ?? Account(id: id, scope: caller.scope, createdAt: now)
      account.customAuth = true
      var signIn = ProvedSignIn(account: account, isNew: known == nil, facts: facts, method: nil)
      signIn.stored = known
      let result: SignInResult
      do {
        result = try await finish(signIn, caller)
      } catch StoreError.conflict(.accountIDTaken) {
        // Another device created the account first. Sign in to it.
        throw StoreError.conflict(.stale)
      }
      var response = SignInWithCustomTokenResponse(isNewUser: known == nil)
      response.idToken = result.tokens?.idToken
      response.refreshToken = result.tokens?.refreshToken
      response.expiresIn = result.tokens?.expiresIn
      response.mfaPendingCredential = result.challenge?.pendingCredential
      response.mfaInfo = result.challenge?.factors
      return response
    }
  }

  private func customTokenClaims(_ text: String, _ caller: Caller) async throws(IdentityError)
    -> [String: JSONValue]
  {
    if !caller.client.isOfOtherSite, let unsignedCredentials,
      let claims = try unsignedCredentials.customTokenClaims(text, audience: Self.customTokenAudience)
    {
      return claims
    }
    guard let token = try? UnverifiedJWT(text) else {
      throw .refused(
        .invalidCustomToken, "Invalid assertion format. 3 dot separated segments required.")
    }
    if let signer = token.issuer.flatMap(ServiceAccount.project(ofEmail:)), signer != caller.project.id {
      throw .refused(.credentialMismatch)
    }
    var project = caller.project
    if !ServiceAccountJWT.mayBeSigned(token, by: project.serviceAccounts) {
      let bearer = CredentialBearer(network: caller.network, limits)
      project = try await projects.project(project.id, ofSignerOf: token, from: bearer) ?? project
    }
    do {
      return try ServiceAccountJWT(
        token, accounts: project.serviceAccounts, audiences: [Self.customTokenAudience],
        requiresSubject: true, now: clock.now()
      ).claims
    } catch {
      throw .refused(.invalidCustomToken, Self.explanation(of: error))
    }
  }

  private static func explanation(of failure: ServiceAccountJWT.Failure) -> String {
    switch failure {
    case .malformed(let what): what
    case .unknownSigner: "No service account of the project has this key."
    case .badSignature: "The signature does not match."
    case .wrongAudience: "The audience has to be \(customTokenAudience)"
    case .expired: "The token has expired."
    case .issuedInFuture: "The token was issued in the future."
    case .livesTooLong: "The token may be valid for an hour at most."
    }
  }

  /// A custom token is valid only for the tenant that it names, not for another that the client names.
  private func caller(_ caller: Caller, ofTenantNamed value: JSONValue?) async throws(IdentityError) -> Caller
  {
    var named: String?
    if let value, !value.isNull {
      guard let text = value.stringValue else { throw .refused(.tenantIDMismatch) }
      named = text.isEmpty ? nil : text
    }
    var caller = caller
    if caller.tenant == nil, let named {
      caller.tenant = try await projects.tenant(named: named, in: caller.project.id)
      if caller.signIn.isDisabled { throw .refused(.projectDisabled) }
    }
    guard (caller.tenant?.id.rawValue).hasSameBytes(as: named) else {
      throw .refused(.tenantIDMismatch)
    }
    return caller
  }

  private static func developerClaims(_ value: JSONValue?) throws(IdentityError) -> [String: JSONValue] {
    guard let value, !value.isNull else { return [:] }
    guard case .object(let claims) = value else { throw .refused(.invalidClaims) }
    try CustomClaims.check(JSONWriter.text(value))
    return claims
  }
}
