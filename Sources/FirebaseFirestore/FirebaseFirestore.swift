/// An empty module, without a database: it lets an app's `import FirebaseFirestore` compile.
///
/// It exports Foundation, as the official SDK does, because the guides' code imports nothing else for `Data`
/// and `NSError`.
@_exported import Foundation
@_exported import LatchkeyAuth
