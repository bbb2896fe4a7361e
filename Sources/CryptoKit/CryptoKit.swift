/// Apple's CryptoKit where there is none: swift-crypto has the same API. Foundation comes with it, as it does
/// with Apple's, and so does what code takes from Security to make a nonce.
@_exported import Crypto
@_exported import Foundation
@_exported import SecureRandom
