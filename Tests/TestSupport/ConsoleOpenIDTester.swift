import Identity
import IdentityWire
import Operations
import ProviderLab
import Secrets

/// Somebody who signs in to the console with an OpenID provider, which the lab plays.
public struct ConsoleOpenIDTester: Sendable {
  public let server: TestServer
  /// The secret of the browser's session that begins and ends flows.
  public var session = "a session of a browser"
  public static let grants = [
    ConsoleGroups.Grant(group: "platform", role: .owner),
    ConsoleGroups.Grant(group: "staff", role: .viewer),
    ConsoleGroups.Grant(group: "shop team", role: .editor, project: TestServer.project),
    ConsoleGroups.Grant(group: "caf\u{E9}", role: .viewer),
  ]

  public init(_ server: TestServer) { self.server = server }

  public var administrators: ConsoleAdministrators { server.administrators }

  /// Gives the console an owner, and the lab's OpenID provider.
  public func setUp(grants: [ConsoleGroups.Grant] = grants) async throws -> TestAdministrator {
    let owner = try await server.addAdministrator(.owner, "owner@example.com")
    try await set(grants: grants)
    return owner
  }

  public func set(grants: [ConsoleGroups.Grant], clientID: String? = nil) async throws {
    let client = ProviderLab.clients.oidc
    let wanted = ConsoleOpenID(
      issuer: server.origin + "/lab/oidc", clientID: clientID ?? client.id,
      groups: ConsoleGroups(claim: "groups", grants: grants), allowsPrivateAddresses: true)
    _ = try await administrators.setOpenID(wanted, secret: Secret(client.secret))
  }

  public func begin(_ purpose: ConsoleOpenIDPurpose = .signIn) async throws -> AuthUriFlow {
    let address = try await administrators.beginOpenID(
      purpose, session: session, next: "/console", redirectURI: server.origin + ConsoleOpenID.returnPath,
      language: "en", ClientDetails())
    return AuthUriFlow(providerID: "oidc.lab", authURI: address, sessionID: session)
  }

  /// The parameters with which the lab sends the browser back.
  public func answer(_ flow: AuthUriFlow, _ options: [String: String]) async throws -> FormURLEncoded {
    let callback = try await server.authorize(flow, options)
    let query = callback.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
    return FormURLEncoded(parsing: query)
  }

  public func finish(_ answer: FormURLEncoded, current: String = "") async throws -> ConsoleOpenIDResult {
    try await administrators.finishOpenID(answer, session: session, current: current, ClientDetails())
  }

  /// The whole of a sign-in.
  ///
  /// - Parameter groups: separated by `|`; nil for no such claim.
  /// - Returns: the session's token.
  public func signIn(
    _ email: String, groups: String?, sub: String? = nil, _ more: [String: String] = [:]
  ) async throws -> String {
    var options = ["lab_email": email]
    if let groups { options["lab_groups"] = groups }
    options["lab_sub"] = sub
    let flow = try await begin()
    return try await finish(try await answer(flow, options.merging(more) { $1 })).session
  }
}
