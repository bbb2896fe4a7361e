import Foundation
import Identity
import Operations
import Secrets

/// Somebody who may use a server's console.
public struct TestAdministrator: Sendable {
  public let email: String
  public let password: String
  public let authenticator: TestAuthenticator

  public init(email: String, password: String, authenticator: TestAuthenticator) {
    self.email = email
    self.password = password
    self.authenticator = authenticator
  }
}

extension TestServer {
  /// As ``run(_:from:_:)``, for a server as `latchkey serve` runs it, whose console has an owner.
  @discardableResult
  public static func runServing<Result: Sendable>(
    _ options: Options = Options(), from file: String = #fileID,
    _ body: @Sendable @escaping (TestServer, TestAdministrator) async throws -> Result
  ) async throws -> Result {
    var options = options
    options.isDevelopment = false
    options.passwordMemoryCost = 4
    return try await run(options, from: file) { server in
      try await body(server, try await server.addAdministrator(.owner, "owner@example.com"))
    }
  }

  public var administrators: ConsoleAdministrators { ConsoleAdministrators(service: service) }

  /// An administrator with a second factor. The first one of all has to be an owner.
  public func addAdministrator(
    _ role: ConsoleRole, _ email: String, password: String = "a password for the console"
  ) async throws -> TestAdministrator {
    let secret = try await administrators.createOwner(
      email: email, password: Secret(password), replacing: false, by: backend.administration)
    if role != .owner {
      guard let made = try await administrators.all().first(where: { $0.email == email }) else {
        throw TestFailure("\(email) is no administrator")
      }
      try await administrators.setRole(role, of: made.id)
    }
    return TestAdministrator(
      email: email, password: password, authenticator: try TestAuthenticator(base32: secret.reveal()))
  }

  /// A one-time password that was not used before: time goes on for it.
  public func nextPassword(of administrator: TestAdministrator) -> String {
    clock.advance(seconds: 30)
    return administrator.authenticator.password(at: clock.now())
  }

  /// A browser in which somebody is signed in to the console.
  public func consoleBrowser(of administrator: TestAdministrator) async throws -> ConsoleBrowser {
    let browser = ConsoleBrowser(self)
    _ = try await browser.signIn(administrator)
    return browser
  }

  /// The same for a new administrator of a role.
  public func consoleBrowser(_ role: ConsoleRole) async throws -> ConsoleBrowser {
    try await consoleBrowser(of: try await addAdministrator(role, "\(role.rawValue)@example.net"))
  }
}

extension ConsoleBrowser {
  /// Signs in to the console of a server for real users.
  ///
  /// - Returns: the page that it leads to.
  @discardableResult
  public func signIn(_ administrator: TestAdministrator, from path: String = "/console") async throws
    -> ConsoleDocument
  {
    let code = try await enterPassword(administrator, from: path)
    var form = try code.form("code-form")
    form["code"] = server.nextPassword(of: administrator)
    return try await submit(form)
  }

  /// The first half of it.
  public func enterPassword(_ administrator: TestAdministrator, from path: String = "/console") async throws
    -> ConsoleDocument
  {
    var form = try await open(path).form("sign-in-form")
    form["email"] = administrator.email
    form["password"] = administrator.password
    return try await submit(form)
  }
}
