import Foundation

// The values that the archives of the SDK's objects consist of. Each value is decoded as its expected type
// (`NSSecureCoding`), so that a foreign archive creates no other objects.

extension NSCoder {
  /// Nil if the key is missing. Decoding a missing key would make the whole archive fail.
  func object<Object: NSObject & NSCoding>(_ type: Object.Type, for key: String) -> Object? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }

  func encode(text: String?, for key: String) {
    if let text { encode(text as NSString, forKey: key) }
  }

  func text(for key: String) -> String? { object(NSString.self, for: key).map { $0 as String } }

  func encode(date: Date?, for key: String) {
    if let date { encode(date as NSDate, forKey: key) }
  }

  func date(for key: String) -> Date? { object(NSDate.self, for: key).map { $0 as Date } }

  func encode<Value: Encodable>(json value: Value?, for key: String) {
    guard let value, let data = try? JSONEncoder().encode(value) else { return }
    encode(data as NSData, forKey: key)
  }

  /// Nil if the key is missing or the value cannot be read.
  func json<Value: Decodable>(_ type: Value.Type, for key: String) -> Value? {
    guard let data = object(NSData.self, for: key) else { return nil }
    return try? JSONDecoder().decode(type, from: data as Data)
  }
}
