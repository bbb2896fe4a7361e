import Identity
import IdentityWire
import Secrets
import Tokens

extension ProjectAdministration {
  /// The maximum number of service accounts in a project.
  static let maximumServiceAccounts = 100
  /// The maximum number of keys of an account. The number is low, because a token that names no key is checked with
  /// each key.
  static let maximumServiceAccountKeys = 10

  /// Creates a service account with a first key.
  ///
  /// - Parameters:
  ///   - scopes: the scopes that it may request; empty for an account that only signs custom tokens.
  /// - Returns: the account's file, which is not stored.
  /// - Throws: `INVALID_SERVICE_ACCOUNT`, `INVALID_DISPLAY_NAME`, `DUPLICATE_SERVICE_ACCOUNT`, `PROJECT_NOT_FOUND`.
  public func createServiceAccount(
    _ name: String, displayName: String? = nil, scopes: Set<AccessScope>, in id: ProjectID
  ) async throws(IdentityError) -> ServiceAccountFile {
    try RegisteredName.serviceAccount(name)
    try RegisteredName.display(displayName)
    let email = ServiceAccount.email(name, in: id)
    let pair = try await keyPair(for: email)
    let account = ServiceAccount(
      email: email, uniqueID: uniqueID(), displayName: displayName, keys: [pair.key], scopes: scopes,
      createdAt: clock.now())
    try await projects.update(id) { (project) throws(IdentityError) in
      guard !project.serviceAccounts.contains(where: { $0.email == email }) else {
        throw .refused(.duplicateServiceAccount, "There is a service account \(email) already.")
      }
      guard project.serviceAccounts.count < Self.maximumServiceAccounts else {
        throw .refused(
          .tooManyServiceAccounts,
          "A project may have at most \(Self.maximumServiceAccounts) service accounts.")
      }
      project.serviceAccounts.append(account)
    }
    return ServiceAccountFile(project: id, account: account, pair: pair)
  }

  /// Adds a key to an account, so that the old key can be deleted once no program uses it.
  ///
  /// - Throws: `SERVICE_ACCOUNT_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func createServiceAccountKey(_ account: String, in id: ProjectID) async throws(IdentityError)
    -> ServiceAccountFile
  {
    let email = email(account, in: id)
    let pair = try await keyPair(for: email)
    var changed: ServiceAccount?
    try await changeServiceAccount(email, in: id) { (account) throws(IdentityError) in
      guard account.keys.count < Self.maximumServiceAccountKeys else {
        throw .refused(
          .tooManyServiceAccountKeys,
          "A service account may have at most \(Self.maximumServiceAccountKeys) keys. Delete one first.")
      }
      account.keys.append(pair.key)
      changed = account
    }
    guard let changed else { throw .refused(.serviceAccountNotFound) }
    return ServiceAccountFile(project: id, account: changed, pair: pair)
  }

  /// Deletes a key. Custom tokens that it signed and access tokens that were issued for it become invalid.
  ///
  /// - Throws: `SERVICE_ACCOUNT_NOT_FOUND`, `SERVICE_ACCOUNT_KEY_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func deleteServiceAccountKey(_ keyID: String, of account: String, in id: ProjectID)
    async throws(IdentityError)
  {
    try await changeServiceAccount(email(account, in: id), in: id) { (account) throws(IdentityError) in
      let before = account.keys.count
      account.keys.removeAll { $0.id == keyID }
      guard account.keys.count < before else {
        throw .refused(.serviceAccountKeyNotFound, "\(account.email) has no such key.")
      }
    }
  }

  /// - Throws: `SERVICE_ACCOUNT_NOT_FOUND`, `PROJECT_NOT_FOUND`.
  public func deleteServiceAccount(_ account: String, in id: ProjectID) async throws(IdentityError) {
    let email = email(account, in: id)
    try await projects.update(id) { (project) throws(IdentityError) in
      let before = project.serviceAccounts.count
      project.serviceAccounts.removeAll { $0.email == email }
      guard project.serviceAccounts.count < before else { throw Self.unknownServiceAccount(email) }
    }
  }

  private func changeServiceAccount(
    _ email: String, in id: ProjectID, _ change: (inout ServiceAccount) throws(IdentityError) -> Void
  ) async throws(IdentityError) {
    try await projects.update(id) { (project) throws(IdentityError) in
      guard let index = project.serviceAccounts.firstIndex(where: { $0.email == email }) else {
        throw Self.unknownServiceAccount(email)
      }
      try change(&project.serviceAccounts[index])
    }
  }

  private static func unknownServiceAccount(_ email: String) -> IdentityError {
    .refused(.serviceAccountNotFound, "There is no service account \(email.prefix(200)).")
  }

  /// Returns the address of an account, given its name or its address.
  private func email(_ account: String, in id: ProjectID) -> String {
    account.contains("@") ? account : ServiceAccount.email(account, in: id)
  }

  private func keyPair(for email: String) async throws(IdentityError) -> ServiceAccountKeyPair {
    do {
      return try await ServiceAccountKeyPair.generate(for: email, now: clock.now())
    } catch {
      throw .unavailable(.internalError, cause: "a key could not be made: \(error)")
    }
  }

  /// Returns 21 digits. The first is not zero.
  private func uniqueID() -> String {
    "1" + random.bytes(20).map { String($0 % 10) }.joined()
  }
}

/// The key file of a service account: Google's format, with the addresses of this server.
public struct ServiceAccountFile: Sendable {
  public let project: ProjectID
  public let account: ServiceAccount
  public let keyID: String
  private let privateKeyPEM: Secret

  init(project: ProjectID, account: ServiceAccount, pair: ServiceAccountKeyPair) {
    self.project = project
    self.account = account
    keyID = pair.key.id
    privateKeyPEM = pair.privateKeyPEM
  }

  /// Returns indented JSON with a line feed at its end. It contains the private key.
  ///
  /// - Parameter server: the address of this server without a trailing slash.
  public func json(server: String) -> Secret {
    let members: [(String, String)] = [
      ("type", "service_account"), ("project_id", project.rawValue), ("private_key_id", keyID),
      ("private_key", privateKeyPEM.reveal()), ("client_email", account.email),
      ("client_id", account.uniqueID), ("auth_uri", "\(server)/o/oauth2/auth"),
      ("token_uri", server + AccessTokenEndpoint.paths[0]),
      ("auth_provider_x509_cert_url", "\(server)/oauth2/v1/certs"),
      (
        "client_x509_cert_url",
        "\(server)/robot/v1/metadata/x509/\(FormURLEncoded.encode(account.email))"
      ), ("universe_domain", "googleapis.com"),
    ]
    let lines = members.map { "  \"\($0.0)\": \(JSONWriter.text(.string($0.1)))" }
    return Secret("{\n\(lines.joined(separator: ",\n"))\n}\n")
  }
}
