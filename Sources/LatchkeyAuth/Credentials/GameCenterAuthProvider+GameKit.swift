#if canImport(Darwin) && canImport(GameKit) && !os(watchOS)
  import Foundation
  import GameKit

  extension GameCenterAuthProvider {
    /// Gets Apple's signature for the player of this device.
    ///
    /// - Throws: ``AuthError`` with `localPlayerNotAuthenticated` if no player is signed in to Game Center.
    public class func getCredential() async throws -> AuthCredential {
      try await credential()
    }

    @available(swift, introduced: 6)
    public class func getCredential(
      completion: @escaping @MainActor (AuthCredential?, (any Error)?) -> Void
    ) {
      complete(completion) { try await credential() }
    }

    @available(swift, obsoleted: 6)
    public class func getCredential(completion: @escaping (AuthCredential?, (any Error)?) -> Void) {
      getCredential(completion: onMainActor(completion))
    }

    @MainActor private static func credential() async throws -> AuthCredential {
      let player = GKLocalPlayer.local
      guard player.isAuthenticated else { throw AuthError(.localPlayerNotAuthenticated) }
      do {
        let (publicKeyURL, signature, salt, timestamp) =
          try await player.fetchItemsForIdentityVerificationSignature()
        return GameCenterAuthCredential(
          GameCenterAuthCredential.Proof(
            playerID: "", teamPlayerID: player.teamPlayerID, gamePlayerID: player.gamePlayerID,
            publicKeyURL: publicKeyURL.absoluteString, signature: signature, salt: salt, timestamp: timestamp,
            displayName: player.displayName))
      } catch {
        throw AuthError(.localPlayerNotAuthenticated, underlying: error)
      }
    }
  }
#endif
