/// A data item of the CTAP2 canonical CBOR encoding form (CTAP 2.1 section 8), of the kinds that WebAuthn
/// uses.
///
/// Floating-point numbers, tags and `null` are missing, because the data that this module reads never
/// contains them.
public indirect enum CBORItem: Sendable, Equatable {
  case integer(Int64)
  case bytes(ArraySlice<UInt8>)
  /// UTF-8 as bytes, because map keys and format names are compared bytewise.
  case text(ArraySlice<UInt8>)
  case array([CBORItem])
  /// The entries in the order of the encoding, which sorts the keys.
  case map([Entry])
  case bool(Bool)

  public struct Entry: Sendable, Equatable {
    public var key: CBORItem
    public var value: CBORItem
  }

  public var bytes: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return Array(bytes)
  }

  public var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  public var array: [CBORItem]? {
    guard case .array(let items) = self else { return nil }
    return items
  }

  public var entries: [Entry]? {
    guard case .map(let entries) = self else { return nil }
    return entries
  }

  public func isText(_ text: StaticString) -> Bool {
    guard case .text(let bytes) = self else { return false }
    return text.withUTF8Buffer { $0.elementsEqual(bytes) }
  }

  public subscript(key: StaticString) -> CBORItem? { entries?.first { $0.key.isText(key) }?.value }

  public subscript(key: Int64) -> CBORItem? { entries?.first { $0.key.integer == key }?.value }
}
