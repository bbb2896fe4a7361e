// What `import Foundation` brings on Apple's systems, and is in other modules on Linux or missing.
@_exported import Foundation
@_exported import FoundationNetworking
@_exported import Security

public struct Selector: Hashable, Sendable {}

public func NSSelectorFromString(_ aSelectorName: String) -> Selector { fatalError("This is a declaration.") }
