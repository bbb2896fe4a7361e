import Foundation

/// Game Center, where there is GameKit.
open class GameCenterAuthProvider: NSObject {
  public static let id = "gc.apple.com"

  @available(*, unavailable) override public init() { super.init() }
}
