import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

/// An account that somebody made with a victim's address, with every way in that they could add.
struct PreHijacking: Sendable {
  static let password = "the attacker's password"
  static let number = "+15551230100"
  private static let formerEmail = "former@example.com"
  private static let attackerAtFacebook: JSONValue = ["sub": "666", "email": "attacker@example.com"]

  let server: TestServer
  let email: String
  /// The newest one.
  let session: TestSession
  private let first: TestSession

  var localID: String { session.localID }

  init(_ server: TestServer, _ email: String) async throws {
    self.server = server
    self.email = email
    let attacker = try await server.signUp(Self.formerEmail, password: Self.password)
    first = try TestSession(
      try await server.call(
        "accounts:update",
        ["idToken": .string(attacker.idToken), "email": .string(email), "returnSecureToken": true]))
    let facebook = try await server.labToken("facebook.com", Self.attackerAtFacebook)
    let linked = try TestSession(
      try await server.signInWithIdp(
        [("providerId", "facebook.com"), ("access_token", facebook)], ["idToken": .string(first.idToken)]))
    session = try TestSession(
      try await server.signInByPhone(Self.number, ["idToken": .string(linked.idToken)]))
  }

  /// The production page of a link that a development server mailed.
  static func page(_ link: String) -> String {
    link.replacing("/emulator/action?", with: "/__/auth/action?")
  }

  static func year(of moment: Instant) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return String(calendar.component(.year, from: moment.date))
  }

  /// Has a verification mailed to the victim; the page that its link leads to.
  func verificationLink() async throws -> String {
    _ = try await server.verificationCode(of: session, email)
    return Self.page(try server.mail("VERIFY_EMAIL", to: email).link)
  }

  /// The code that undoes the change of the address to the victim's, as it was mailed to the attacker.
  func recoveryCode() throws -> String { try server.mail("RECOVER_EMAIL", to: Self.formerEmail).code }

  /// Nothing that the attacker had or knows leads into the account.
  func expectShutOut(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for session in [first, session] {
      let idToken = JSONValue.string(session.idToken)
      expectRefused(
        try await server.refresh(session.refreshToken), nil, "refresh", sourceLocation: sourceLocation)
      for (operation, message) in [
        ("lookup", [:]), ("update", ["password": "another one"]),
        ("sendOobCode", ["requestType": "VERIFY_EMAIL"]),
      ] as [(String, [String: JSONValue])] {
        var message = message
        message["idToken"] = idToken
        expectRefused(
          try await server.call("accounts:\(operation)", .object(message)), "TOKEN_EXPIRED", operation,
          sourceLocation: sourceLocation)
      }
    }
    expectRefused(
      try await server.signIn(email, password: Self.password), nil, "password",
      sourceLocation: sourceLocation)
    let facebook = try await server.labToken("facebook.com", Self.attackerAtFacebook)
    let byProvider = try await server.signInWithIdp([
      ("providerId", "facebook.com"), ("access_token", facebook),
    ])
    #expect(byProvider.json["localId"]?.stringValue != localID, sourceLocation: sourceLocation)
    let byPhone = try await server.signInByPhone(Self.number)
    #expect(byPhone.json["localId"]?.stringValue != localID, sourceLocation: sourceLocation)
  }

  /// Everything that the account had is still there, and so are its sessions.
  func expectKept(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let account = try #require(try await server.account(localID))
    #expect(account.emailVerified, sourceLocation: sourceLocation)
    #expect(account.password != nil && account.phoneNumber == Self.number, sourceLocation: sourceLocation)
    #expect(account.links.map(\.providerID) == ["facebook.com"], sourceLocation: sourceLocation)
    // What a client's reload does.
    let user = try await server.lookUp(session.idToken)
    #expect(user["emailVerified"] == true, sourceLocation: sourceLocation)
    #expect(
      try await server.refresh(session.refreshToken).status == 200, sourceLocation: sourceLocation)
  }
}
