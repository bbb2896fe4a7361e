import Identity
import IdentityWire

/// The tokens that a sign-in gave.
public struct TestSession: Sendable {
  public let localID: String
  public let idToken: String
  public let refreshToken: String

  /// - Throws: when the answer is not that of a sign-in.
  public init(_ response: TestResponse) throws {
    guard response.status == 200, let localID = response.json["localId"]?.stringValue,
      let idToken = response.json["idToken"]?.stringValue,
      let refreshToken = response.json["refreshToken"]?.stringValue
    else { throw TestFailure("no sign-in: \(response.status) \(response.text)") }
    self.localID = localID
    self.idToken = idToken
    self.refreshToken = refreshToken
  }

  public init(localID: String, idToken: String, refreshToken: String) {
    self.localID = localID
    self.idToken = idToken
    self.refreshToken = refreshToken
  }

  /// The claims of the ID token; nothing is verified.
  public var claims: [String: JSONValue] { (try? UnverifiedJWT(idToken))?.claims ?? [:] }
}

extension TestServer {
  /// A new account with a password, signed in.
  public func signUp(_ email: String, password: String = "correct horse") async throws -> TestSession {
    try TestSession(
      try await call("accounts:signUp", ["email": .string(email), "password": .string(password)]))
  }

  public func signUpAnonymously() async throws -> TestSession {
    try TestSession(try await call("accounts:signUp", ["returnSecureToken": true]))
  }

  /// The account as its own user sees it.
  public func lookUp(_ idToken: String) async throws -> JSONValue {
    let response = try await call("accounts:lookup", ["idToken": .string(idToken)])
    guard let users = response.json["users"]?.arrayValue, users.count == 1 else {
      throw TestFailure("no single account: \(response.status) \(response.text)")
    }
    return users[0]
  }

  /// The account as it is stored; nil when it is not there.
  public func account(_ localID: String) async throws -> Account? {
    guard let id = AccountID(rawValue: localID) else { return nil }
    return try await service.store.account(id, in: Scope(project: Self.project))
  }

  public func accountCount() async throws -> Int {
    try await service.store.accountCount(in: Scope(project: Self.project))
  }

  /// Changes the project as an administrator would.
  public func changeProject(_ change: @Sendable (inout Project) -> Void) async throws {
    _ = try await backend.projects.update(Self.project) { (project) throws(IdentityError) in change(&project)
    }
  }

  /// Changes a provider as an administrator would who gives its secrets again when an address changes.
  public func changeProvider(
    _ providerID: String, _ change: @Sendable (inout ProviderSettings) -> Void
  ) async throws {
    try await changeProject { project in
      for index in project.providers.indices where project.providers[index].providerID == providerID {
        let before = project.providers[index]
        change(&project.providers[index])
        guard project.providers[index].secretAddresses != before.secretAddresses else { continue }
        project.providers[index].sealedSecrets = before.sealedSecrets
      }
    }
  }

  /// The development project with its keys and apps.
  public func project() async throws -> Project {
    guard let project = try await backend.projects.project(Self.project) else {
      throw TestFailure("the development project is missing")
    }
    return project
  }

  public func app(_ platform: App.Platform) async throws -> App {
    guard let app = try await project().apps.first(where: { $0.platform == platform }) else {
      throw TestFailure("there is no \(platform.rawValue) app")
    }
    return app
  }
}
