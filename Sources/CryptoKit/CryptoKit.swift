/// Apple's CryptoKit where there is none: swift-crypto has the same API. Foundation comes with it, as it does
/// with Apple's.
@_exported import Crypto
@_exported import Foundation
