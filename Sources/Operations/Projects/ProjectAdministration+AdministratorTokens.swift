import Foundation
import Identity
import IdentityWire
import Secrets

extension ProjectAdministration {
  /// The maximum number of tokens in a project. A presented token is compared with each of them.
  static let maximumAdministratorTokens = 100

  /// Creates a long-lived token.
  ///
  /// - Parameter expiresAt: nil for a token that is valid until it is deleted.
  /// - Returns: the token's text, which is not stored.
  /// - Throws: `INVALID_TOKEN_NAME`, `DUPLICATE_TOKEN_NAME`, `MISSING_SCOPE`, `PROJECT_NOT_FOUND`.
  public func createAdministratorToken(
    _ name: String, scopes: Set<AccessScope>, expiresAt: Instant?, in id: ProjectID
  ) async throws(IdentityError) -> Secret {
    try RegisteredName.token(name)
    guard !scopes.isEmpty else {
      throw .refused(.missingScope, "A token needs at least one scope.")
    }
    let text = AdministratorTokenText(project: id, secret: OpaqueToken(random: random.bytes(32)))
    let token = AdministratorToken(
      name: name, tokenHash: text.hash, scopes: scopes, createdAt: clock.now(), expiresAt: expiresAt)
    try await projects.update(id) { (project) throws(IdentityError) in
      guard !project.administratorTokens.contains(where: { $0.name == name }) else {
        throw .refused(.duplicateTokenName, "There is a token \"\(name)\" already.")
      }
      guard project.administratorTokens.count < Self.maximumAdministratorTokens else {
        throw .refused(
          .tooManyTokens, "A project may have at most \(Self.maximumAdministratorTokens) tokens.")
      }
      project.administratorTokens.append(token)
    }
    return Secret(text.text)
  }

  /// - Throws: `TOKEN_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func deleteAdministratorToken(_ name: String, in id: ProjectID) async throws(IdentityError) {
    try await projects.update(id) { (project) throws(IdentityError) in
      let before = project.administratorTokens.count
      project.administratorTokens.removeAll { $0.name == name }
      guard project.administratorTokens.count < before else {
        throw .refused(.tokenNotFound, "There is no token \"\(name.prefix(100))\".")
      }
    }
  }
}

/// A token's text, `latchkey_<project>_<secret>`. It shows the project, and secret scanners recognise it.
struct AdministratorTokenText {
  private static let prefix = "latchkey_"

  let project: ProjectID
  let secret: OpaqueToken

  init(project: ProjectID, secret: OpaqueToken) {
    self.project = project
    self.secret = secret
  }

  /// Nil for text in another format.
  init?(presented text: String) {
    guard text.utf8.count <= 128, text.hasPrefix(Self.prefix) else { return nil }
    // A project ID contains no underscore, but a secret may.
    let parts = text.dropFirst(Self.prefix.count).split(
      separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let project = ProjectID(rawValue: String(parts[0])),
      let secret = OpaqueToken(presented: String(parts[1]))
    else { return nil }
    self.init(project: project, secret: secret)
  }

  var text: String { "\(Self.prefix)\(project)_\(secret.text)" }
  var hash: [UInt8] { Array(secret.hash(for: .administratorToken)) }
}
