/// The name under which apps know the SDK.
///
/// Foundation comes with it, as it does with the official SDK: the guides' code imports nothing else for
/// `Data` and `NSError`.
@_exported import Foundation
@_exported import LatchkeyAuth
