import Foundation

/// Game Center, where there is GameKit.
open class GameCenterAuthProvider: NSObject {
  /// `gc.apple.com`.
  public static let id = "gc.apple.com"

  @available(*, unavailable) override public init() { super.init() }
}
