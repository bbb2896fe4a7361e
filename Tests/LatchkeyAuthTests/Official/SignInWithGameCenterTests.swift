import FirebaseAuth
import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import LatchkeyAuth

/// Each test has the name of the one of FirebaseAuth's own `SignInWithGameCenterTests` that looks at the same behaviour.
@Suite("FirebaseAuth's tests of Game Center")
struct SignInWithGameCenterTests {
  private static let credential = GameCenterAuthCredential(
    .init(
      playerID: "player", teamPlayerID: "team", gamePlayerID: "game",
      publicKeyURL: "https://static.gc.apple.com/key.cer", signature: Data([0xFB, 0xFF]),
      salt: Data([0, 1, 2]), timestamp: 12_345_678, displayName: "Ada"))

  @Test("everything that Apple signed goes to the server, with the user's token where one is linked")
  func requestResponseEncoding() async throws {
    try await LiveAuth.run { live in
      await #expect(throws: AuthError.self) { try await live.auth.signIn(with: Self.credential) }
      let sent = try live.transport.lastMessage(to: "signInWithGameCenter")
      #expect(
        sent["playerId"] == "player" && sent["teamPlayerId"] == "team" && sent["gamePlayerId"] == "game")
      #expect(sent["publicKeyUrl"] == "https://static.gc.apple.com/key.cer")
      #expect(sent["signature"] == "-_8" && sent["salt"] == "AAEC" && sent["timestamp"] == "12345678")
      #expect(sent["displayName"] == "Ada" && sent["idToken"] == nil)
      let user = try await live.newUser()
      await #expect(throws: AuthError.self) { try await user.link(with: Self.credential) }
      let linked = try live.transport.lastMessage(to: "signInWithGameCenter")
      #expect(linked["idToken"] == .string(try await user.getIDToken()))
    }
  }

  @Test("a credential comes out of an archive as it went in")
  func gameCenterAuthCredentialCoding() throws {
    let copy = try archived(Self.credential)
    #expect(copy.proof.message == Self.credential.proof.message)
    #expect(copy.provider == GameCenterAuthProvider.id)
  }
}
