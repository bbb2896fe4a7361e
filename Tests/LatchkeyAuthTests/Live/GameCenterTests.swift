import FirebaseAuth
import Foundation
import ProviderLab
import TestSupport
import Testing

@testable import LatchkeyAuth

@Suite("The SDK and Game Center")
struct SDKGameCenterTests {
  private static func credential(_ server: TestServer) throws -> GameCenterAuthCredential {
    let proof = try server.lab.proveGameCenterPlayer("ada")
    return GameCenterAuthCredential(
      .init(
        playerID: proof.playerID, teamPlayerID: proof.teamPlayerID, gamePlayerID: proof.gamePlayerID,
        publicKeyURL: proof.publicKeyURL, signature: Data(proof.signature), salt: Data(proof.salt),
        timestamp: UInt64(proof.timestamp), displayName: proof.displayName))
  }

  @Test("a player whom Apple signed for signs in, and another user can be linked with no player twice")
  func player() async throws {
    try await LiveAuth.run { live in
      let result = try await live.auth.signIn(with: try Self.credential(live.server))
      #expect(result.additionalUserInfo?.providerID == "gc.apple.com")
      #expect(result.additionalUserInfo?.isNewUser == true)
      #expect(result.user.providerData.map(\.providerID) == ["gc.apple.com"])
      let again = try await live.auth.signIn(with: try Self.credential(live.server))
      #expect(again.user.uid == result.user.uid && again.additionalUserInfo?.isNewUser == false)
      do {
        _ = try await again.user.link(with: try Self.credential(live.server))
        Issue.record("the player is linked already")
      } catch {
        #expect(AuthErrorCode(error) == .providerAlreadyLinked)
      }
    }
  }

  @Test("a player comes out of an archive as Apple signed for them")
  func archive() async throws {
    try await LiveAuth.run { live in
      let credential = try Self.credential(live.server)
      let data = try NSKeyedArchiver.archivedData(withRootObject: credential, requiringSecureCoding: true)
      let copy = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [AuthCredential.self], from: data)
      let result = try await live.auth.signIn(with: try #require(copy as? AuthCredential))
      #expect(result.user.providerData.map(\.providerID) == ["gc.apple.com"])
    }
  }
}
