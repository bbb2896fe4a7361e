import Identity
import IdentityWire
import Tokens

/// An administrator who presented a token, and the token's scopes.
public struct Administrator: Sendable {
  public var project: Project
  public var scopes: Set<AccessScope>
  /// A service account's address, or a token's name.
  public var name: String
}

/// Authenticates administrators by bearer tokens: access tokens of service accounts, and tokens that operators
/// created. Both are valid as soon as they are stored. A token ends within a second
/// (``ProjectDirectory/cacheLifetime``) after the token, its account or its key is deleted.
public struct AdministratorAuthentication: Sendable {
  private let projects: ProjectDirectory
  private let limits: AbuseLimits
  private let accessTokens: AccessTokenVerifier
  private let clock: any WallClock

  public init(service: IdentityService) {
    projects = service.projects
    limits = service.limits
    accessTokens = AccessTokenVerifier(keys: service.keyRing)
    clock = service.clock
  }

  /// - Parameter network: the client's network; nil if its address is unknown.
  /// - Returns: nil if the credential is neither kind of token, or is no longer valid.
  /// - Throws: if the keys or the project cannot be read, so that the credential cannot be judged.
  public func administrator(_ credential: String, from network: ClientNetwork?)
    async throws(IdentityError) -> Administrator?
  {
    let bearer = CredentialBearer(network: network, limits)
    if let token = AdministratorTokenText(presented: credential) {
      return try await holder(of: token, from: bearer)
    }
    let now = clock.now()
    let token: VerifiedAccessToken
    do {
      token = try await accessTokens.verify(credential, now: now)
    } catch {
      if case .unavailable = error { throw error.identityError }
      return nil
    }
    let holder = try await projects.find(in: token.project, for: bearer) { project in
      project.serviceAccounts.first { account in
        account.email == token.email && account.uniqueID == token.uniqueID
          && account.keys.contains { $0.id == token.keyID }
      }
    }
    guard let (project, account) = holder else { return nil }
    return Administrator(
      project: project, scopes: token.scopes.intersection(account.scopes), name: account.email)
  }

  private func holder(of text: AdministratorTokenText, from bearer: CredentialBearer)
    async throws(IdentityError) -> Administrator?
  {
    let hash = text.hash
    let holder = try await projects.find(in: text.project, for: bearer) { project in
      var found: AdministratorToken?
      // Compare with all tokens, so that the time does not depend on the match.
      for token in project.administratorTokens where Self.isEqual(token.tokenHash, hash) { found = token }
      return found
    }
    guard let (project, token) = holder, token.expiresAt.map({ clock.now() < $0 }) ?? true else { return nil }
    return Administrator(project: project, scopes: token.scopes, name: "token \(token.name)")
  }

  /// Compares in a time that reveals only the lengths.
  private static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
