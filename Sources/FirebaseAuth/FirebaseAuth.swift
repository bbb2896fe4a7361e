/// The module name that apps import to use the SDK.
///
/// The module exports Foundation, as the official SDK does: the guides' code imports nothing else for `Data`
/// and `NSError`.
@_exported import Foundation
@_exported import LatchkeyAuth
