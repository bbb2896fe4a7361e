/// Suggests unique names for environment variables.
final class SuggestedVariables {
  private(set) var names: [String] = []
  /// The last suffix that was appended to a name; 1 for a name without one.
  private var suffixes: [String: Int] = [:]

  func name(of words: [String]) -> String {
    let bytes = words.joined(separator: "_").uppercased().utf8.map { byte in
      SecretReference.isWordByte(byte) ? byte : UInt8(ascii: "_")
    }
    let name = String(decoding: bytes, as: UTF8.self)
    var free = name
    // IDs may differ only in characters that names cannot contain.
    while suffixes[free] != nil {
      let suffix = suffixes[name, default: 1] + 1
      suffixes[name] = suffix
      free = "\(name)_\(suffix)"
    }
    suffixes[free] = 1
    names.append(free)
    return free
  }
}
