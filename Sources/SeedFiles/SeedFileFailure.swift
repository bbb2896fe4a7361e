import IdentityWire

/// The reason why seed data cannot be used, in sentences for a person: the problem, its place, and the fix.
public struct SeedFileFailure: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// A text that is not JSON, with the line of the mistake.
  init(_ path: String, _ bytes: [UInt8], _ failure: JSONParser.Failure) {
    let line = 1 + bytes.prefix(failure.offset).count { $0 == UInt8(ascii: "\n") }
    let reason =
      failure.offset >= bytes.count ? "it ends in the middle" : "\(failure.message) (byte \(failure.offset))"
    self.init("\(path), line \(line), is no JSON: \(reason). Mend the file, or export again.")
  }
}
