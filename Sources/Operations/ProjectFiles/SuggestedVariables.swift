/// Names for the environment's variables, each given once.
final class SuggestedVariables {
  private(set) var names: [String] = []
  /// The number of the last suffix by the name that it was put to; 1 for a name without one.
  private var suffixes: [String: Int] = [:]

  func name(of words: [String]) -> String {
    let bytes = words.joined(separator: "_").uppercased().utf8.map { byte in
      SecretReference.isWordByte(byte) ? byte : UInt8(ascii: "_")
    }
    let name = String(decoding: bytes, as: UTF8.self)
    var free = name
    // Ids that differ in a sign alone.
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
