import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T30: session fixation", .fewAtOnce)
struct T30SessionFixationTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("every change of what a sign-in may do begins a session of its own") { try await changes($0) },
    Behaviour("whoever brings tokens to a sign-in leaves with others") { try await planted($0) },
  ]

  @Test("nobody is signed in to a session that another began")
  func fixations() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when `openSession` is left out of any of these, so that they answer with the token they were given.
  private static func changes(_ server: TestServer) async throws {
    let anonymous = try await server.signUpAnonymously()
    let claimed = try TestSession(
      await server.call(
        "accounts:signUp",
        ["idToken": .string(anonymous.idToken), "email": "ann@example.com", "password": "correct horse"]))
    #expect(claimed.localID == anonymous.localID)
    #expect(claimed.refreshToken != anonymous.refreshToken)

    let token = try await server.labToken("google.com", ["sub": "7", "email": "ann@gmail.com"])
    let linked = try TestSession(
      await server.signInWithIdp(
        [("providerId", "google.com"), ("id_token", token)], ["idToken": .string(claimed.idToken)]))
    #expect(linked.localID == claimed.localID && linked.refreshToken != claimed.refreshToken)

    let changed = try TestSession(
      await server.call(
        "accounts:update",
        ["idToken": .string(linked.idToken), "password": "another horse", "returnSecureToken": true]))
    #expect(changed.refreshToken != linked.refreshToken)
    // What was there before the change of the password is nobody's any more.
    for token in [anonymous.refreshToken, claimed.refreshToken, linked.refreshToken] {
      expectRefused(try await server.refresh(token), "TOKEN_EXPIRED")
    }
    #expect(try await server.refresh(changed.refreshToken).status == 200)
  }

  // Fails when a sign-in takes a refresh or ID token that it is given for its own.
  private static func planted(_ server: TestServer) async throws {
    let mallory = try await server.signUp("mallory@example.com")
    _ = try await server.signUp("ann@example.com")
    let ann = try TestSession(
      await server.call(
        "accounts:signInWithPassword",
        [
          "email": "ann@example.com", "password": "correct horse", "returnSecureToken": true,
          "refreshToken": .string(mallory.refreshToken), "idToken": .string(mallory.idToken),
        ]))
    #expect(ann.localID != mallory.localID)
    #expect(ann.refreshToken != mallory.refreshToken && ann.idToken != mallory.idToken)
    let mine = try await server.refresh(mallory.refreshToken)
    #expect(mine.json["user_id"]?.stringValue == mallory.localID)
  }
}
