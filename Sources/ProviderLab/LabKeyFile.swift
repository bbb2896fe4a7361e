import Foundation
import IdentityWire
import CryptoExtras

/// The file in which a lab keeps its private keys, so that tokens stay valid over a restart:
/// `{"apple.com":[{"kid":"…","key":"<PEM>"},…],…}`, readable by its owner only.
enum LabKeyFile {
  static func read(_ path: String) throws -> LabKeyRing.Keys {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let unreadable = LabError(message: "\(path) holds no keys of a provider lab; remove it to have new ones.")
    guard let members = (try? JSONParser().parse(data))?.objectValue else { throw unreadable }
    var keys: LabKeyRing.Keys = [:]
    for provider in LabKeyRing.signers {
      guard let entries = members[provider.rawValue]?.arrayValue, !entries.isEmpty else { throw unreadable }
      keys[provider] = try entries.map { entry in
        guard let id = entry["kid"]?.stringValue, let pem = entry["key"]?.stringValue,
          let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
        else { throw unreadable }
        return LabKey(id: id, privateKey: key)
      }
    }
    return keys
  }

  /// Written beside and moved into place, so that a reader sees the old keys or the new.
  static func write(_ keys: LabKeyRing.Keys, to path: String) throws {
    var members: [String: JSONValue] = [:]
    for (provider, ring) in keys {
      members[provider.rawValue] = .array(
        ring.map { ["kid": .string($0.id), "key": .string($0.privateKey.pemRepresentation)] })
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
