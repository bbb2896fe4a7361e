import Foundation
import IdentityWire

/// Reads configuration files.
enum ConfigurationFileReader {
  /// Larger files are not read. No real configuration is that large.
  static let maximumBytes = 1 << 20

  /// - Parameter owners: the accepted owners. If `owners` is not nil, one of the owners must own the file,
  ///   and the file must not be writable by everyone. Nil accepts any file.
  /// - Throws: ``AuthError`` with `internalError`.
  static func read(_ path: String, ownedBy owners: Set<uid_t>? = nil) throws(AuthError)
    -> FirebaseOptions.Values
  {
    try decode(try contents(path, ownedBy: owners), subject(path))
  }

  /// Reads a JSON object that does not come from a file.
  ///
  /// - Throws: ``AuthError`` with `internalError`.
  static func parse(_ data: Data) throws(AuthError) -> FirebaseOptions.Values {
    try decode(members: json(data, "The configuration"), isJSON: true, "The configuration")
  }

  private static func subject(_ path: String) -> String { "The configuration file \(path)" }

  private static func contents(_ path: String, ownedBy owners: Set<uid_t>?) throws(AuthError) -> Data {
    // If the path is a pipe, opening it must not wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw failure(path, "cannot be opened (\(String(cString: strerror(errno)))).")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "is not a file.")
    }
    guard status.st_size <= maximumBytes else { throw failure(path, "is larger than \(maximumBytes) bytes.") }
    if let owners {
      guard owners.contains(status.st_uid) else {
        throw failure(
          path, "belongs to another user. Name it in LATCHKEYAUTH_CONFIG to use it all the same.")
      }
      guard status.st_mode & S_IWOTH == 0 else {
        throw failure(path, "can be changed by everyone on this machine. Remove that permission.")
      }
    }
    do {
      // Limits the read even if the file grows in the meantime.
      return try file.read(upToCount: maximumBytes) ?? Data()
    } catch {
      throw failure(path, "cannot be read.")
    }
  }

  private static func decode(_ data: Data, _ subject: String) throws(AuthError) -> FirebaseOptions.Values {
    let isJSON = data.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "{")
    let members = isJSON ? try json(data, subject) : try propertyList(data, subject)
    return try decode(members: members, isJSON: isJSON, subject)
  }

  private static func decode(members: [String: JSONValue], isJSON: Bool, _ subject: String) throws(AuthError)
    -> FirebaseOptions.Values
  {
    let members =
      isJSON && GoogleServicesFile.isOne(members) ? try GoogleServicesFile.members(members) : members
    var values = FirebaseOptions.Values()
    for name in ConfigurationNames.all {
      let key = isJSON ? name.json : name.propertyList
      let found = members.filter { $0.key.lowercased() == key.lowercased() }
      guard found.count <= 1 else { throw AuthError(.internalError, "\(subject) has \(key) more than once.") }
      guard let value = found.first?.value else { continue }
      guard case .string(let text) = value else {
        throw AuthError(.internalError, "\(subject) has a \(key) that is no text.")
      }
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !trimmed.isEmpty else { continue }
      guard name.set(&values, trimmed) else {
        throw AuthError(.internalError, "\(subject) has a \(key) that is no address.")
      }
    }
    return values
  }

  private static func json(_ data: Data, _ subject: String) throws(AuthError) -> [String: JSONValue] {
    // Some editors put a byte order mark first.
    let bytes = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    do {
      return try JSONParser(maximumBytes: maximumBytes).parse(bytes).objectValue ?? [:]
    } catch {
      throw AuthError(.internalError, "\(subject) is not JSON: \(error).")
    }
  }

  /// Values other than texts become null.
  private static func propertyList(_ data: Data, _ subject: String) throws(AuthError) -> [String: JSONValue] {
    guard
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    else {
      throw AuthError(
        .internalError, "\(subject) is neither a JSON object nor a property list with a dictionary.")
    }
    return list.mapValues { ($0 as? String).map { .string($0) } ?? .null }
  }

  private static func failure(_ path: String, _ what: String) -> AuthError {
    AuthError(.internalError, "\(subject(path)) \(what)")
  }
}
