/// Apple's CryptoKit where there is none: swift-crypto has the same API.
@_exported import Crypto
