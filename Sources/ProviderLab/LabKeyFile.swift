import Foundation
import IdentityWire
import CryptoExtras

/// The file with a lab's private keys, so that tokens stay valid after a restart:
/// `{"apple.com":[{"kid":"…","key":"<PEM>"},…],…}`, readable only by its owner.
enum LabKeyFile {
  /// A key that is not parsed yet.
  struct Entry: Sendable {
    var id: String
    var pem: String

    init(id: String, pem: String) {
      self.id = id
      self.pem = pem
    }

    init(_ key: LabKey) { self.init(id: key.id, pem: key.privateKey.pemRepresentation) }
  }

  /// The keys by provider.
  typealias Entries = [LabProviderID: [Entry]]

  private static func unreadable(_ path: String) -> LabError {
    LabError(message: "\(path) holds no keys of a provider lab; remove it to have new ones.")
  }

  static func read(_ path: String) throws -> Entries {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let members = (try? JSONParser().parse(data))?.objectValue, !members.isEmpty else {
      throw unreadable(path)
    }
    var entries: Entries = [:]
    for (name, value) in members {
      guard let provider = LabProviderID(rawValue: name), LabKeyRing.signers.contains(provider),
        let list = value.arrayValue, !list.isEmpty
      else { throw unreadable(path) }
      entries[provider] = try list.map { entry in
        guard let id = entry["kid"]?.stringValue, let pem = entry["key"]?.stringValue else {
          throw unreadable(path)
        }
        return Entry(id: id, pem: pem)
      }
    }
    return entries
  }

  static func key(_ entry: Entry, of path: String) throws -> LabKey {
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: entry.pem) else { throw unreadable(path) }
    return LabKey(id: entry.id, privateKey: key)
  }

  /// Writes a file beside the old one and renames it, so that a reader sees either the old keys or the new
  /// ones.
  static func write(_ entries: Entries, to path: String) throws {
    var members: [String: JSONValue] = [:]
    for (provider, ring) in entries {
      members[provider.rawValue] = .array(ring.map { ["kid": .string($0.id), "key": .string($0.pem)] })
    }
    let unwritable = LabError(message: "\(path) cannot be written.")
    let beside = "\(path).\(LabDigest.randomAlphanumeric(8))"
    let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw unwritable }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data(JSONWriter.text(.object(members)).utf8))
      try handle.close()
      guard rename(beside, path) == 0 else { throw unwritable }
    } catch {
      unlink(beside)
      throw error
    }
  }
}
