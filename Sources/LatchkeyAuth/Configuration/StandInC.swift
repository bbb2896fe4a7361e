import Foundation
public final class FirebaseOptions: NSObject, @unchecked Sendable {
  public var apiKey: String?; public var googleAppID = ""; public var bundleID = ""; public var clientID: String?; public var latchkeyURL: URL?
}
public final class FirebaseApp: NSObject, @unchecked Sendable {
  public let name: String; public let options: FirebaseOptions
  init(name: String, options: FirebaseOptions) { self.name = name; self.options = options }
  public static func app() -> FirebaseApp? { nil }
}
