@_exported import FoundationForApple

open class GKBasePlayer: NSObject {
  open var displayName: String? { fatalError("This is a declaration.") }
}

open class GKPlayer: GKBasePlayer {
  open var gamePlayerID: String { fatalError("This is a declaration.") }
  open var teamPlayerID: String { fatalError("This is a declaration.") }
  override open var displayName: String { fatalError("This is a declaration.") }
  open var alias: String { fatalError("This is a declaration.") }
}

open class GKLocalPlayer: GKPlayer {
  open class var local: GKLocalPlayer { fatalError("This is a declaration.") }

  open var isAuthenticated: Bool { fatalError("This is a declaration.") }

  open func fetchItems(
    forIdentityVerificationSignature completionHandler: (
      (URL?, Data?, Data?, UInt64, (any Error)?) -> Void
    )? = nil
  ) {}
  open func fetchItemsForIdentityVerificationSignature() async throws -> (URL, Data, Data, UInt64) {
    fatalError("This is a declaration.")
  }
}
