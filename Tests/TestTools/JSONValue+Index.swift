import IdentityWire

extension JSONValue {
  /// An element of a list, if it has that many.
  public subscript(index: Int) -> JSONValue? {
    guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}
