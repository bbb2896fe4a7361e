extension String {
  /// True if both texts have the same UTF-8 bytes.
  ///
  /// `==` treats canonically equivalent texts as equal (`é` as one scalar or two). Use this function to compare ids of
  /// users and audiences of tokens: RFC 7519 section 2 (StringOrURI), OpenID Connect Core section 2.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Hashes exactly the bytes that ``hasSameBytes(as:)`` compares.
  package func hashBytes(into hasher: inout Hasher) {
    var copy = self
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Separates consecutive texts, so that two pairs of texts with the same joined bytes hash differently.
    hasher.combine(0xFF as UInt8)
  }
}

extension Optional<String> {
  /// True if both are missing, or both have the same UTF-8 bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let other?): one.hasSameBytes(as: other)
    default: false
    }
  }
}

extension Sequence<String> {
  /// True if one of the texts has the same UTF-8 bytes as `text`.
  package func containsBytes(of text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
