import Foundation

/// Makes credentials of Game Center, on systems with GameKit.
open class GameCenterAuthProvider: NSObject {
  /// `gc.apple.com`.
  public static let id = "gc.apple.com"

  @available(*, unavailable) override public init() { super.init() }
}
