import Foundation

// Core Foundation's types are bridged to Foundation's, which stand for them here.

public typealias CFDictionary = NSDictionary
public typealias CFString = NSString
public typealias CFTypeRef = AnyObject
public typealias OSStatus = Int32

public var errSecSuccess: OSStatus { 0 }
public var errSecParam: OSStatus { -50 }
public var errSecItemNotFound: OSStatus { -25300 }

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
  fatalError("This is a declaration.")
}

public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  fatalError("This is a declaration.")
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus { fatalError("This is a declaration.") }

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
  fatalError("This is a declaration.")
}

nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessible: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = ""
nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = ""
nonisolated(unsafe) public let kSecAttrAccount: CFString = ""
nonisolated(unsafe) public let kSecAttrService: CFString = ""
nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = ""
nonisolated(unsafe) public let kSecClass: CFString = ""
nonisolated(unsafe) public let kSecClassGenericPassword: CFString = ""
nonisolated(unsafe) public let kSecMatchLimit: CFString = ""
nonisolated(unsafe) public let kSecMatchLimitOne: CFString = ""
nonisolated(unsafe) public let kSecReturnData: CFString = ""
nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = ""
nonisolated(unsafe) public let kSecValueData: CFString = ""

public final class SecRandom: Sendable {
  init() {}
}

public typealias SecRandomRef = SecRandom

public let kSecRandomDefault: SecRandomRef? = nil

public func SecRandomCopyBytes(
  _ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  fatalError("This is a declaration.")
}
