import Foundation
import Identity
import IdentityWire
import Operations
import Settings

/// Reads a directory that `firebase emulators:export` or Latchkey wrote. It writes nothing.
public struct ExportReader {
  /// The maximum size of a file in bytes.
  private static let maximumBytes = 256 << 20

  private let directory: String
  /// Remarks for people about the export. They do not prevent the import.
  public private(set) var notices: [String] = []

  /// - Parameter directory: the directory that contains ``ExportLayout/metadata``.
  public init(_ directory: String) { self.directory = directory }

  /// - Throws: ``SeedFileFailure``.
  public mutating func read() throws -> SeedData {
    var seed = SeedData()
    seed.isExport = true
    let metadata = try Self.metadata(of: directory)
    guard let path = metadata.path else {
      notices.append("\(directory) has no accounts: it is an export of other emulators.")
      return seed
    }
    noteVersion(metadata.version)
    let folder = "\(directory)/\(path)"
    guard Self.isDirectory(folder) else {
      throw SeedFileFailure(
        "\(folder) is missing, which \(ExportLayout.metadata) names." + Self.interrupted(folder))
    }
    let additions = try Self.additions(in: folder)
    try takeSettings(in: folder, additions, &seed)
    try takeUsers(in: folder, additions, &seed)
    try takeTenants(in: folder, additions, &seed)
    return seed
  }

  // MARK: Metadata

  /// - Throws: ``SeedFileFailure`` if the directory is not an export.
  static func metadata(of directory: String) throws -> ExportMetadata {
    guard isDirectory(directory) else {
      let exists = FileManager.default.fileExists(atPath: directory)
      throw SeedFileFailure(
        "\(directory) \(exists ? "is no directory" : "does not exist"). Name the directory of an export."
          + interrupted(directory))
    }
    let path = "\(directory)/\(ExportLayout.metadata)"
    guard FileManager.default.fileExists(atPath: path) else {
      let isInside = FileManager.default.fileExists(atPath: "\(directory)/\(ExportLayout.accounts)")
      throw SeedFileFailure(
        "\(directory) is no export: it has no \(ExportLayout.metadata). "
          + (isInside
            ? "Name the directory above it."
            : "Name the directory that --export-on-exit or \"firebase emulators:export\" wrote."))
    }
    guard let object = try json(path).objectValue else {
      throw SeedFileFailure("\(path) is no object. Export again.")
    }
    guard let auth = object["auth"], !auth.isNull else { return ExportMetadata() }
    guard let folder = auth["path"]?.stringValue, isBelow(folder) else {
      throw SeedFileFailure(
        "\(path): \"auth.path\" names no directory of the export. It is \"\(ExportLayout.directory)\" in exports."
      )
    }
    guard let version = auth["version"]?.stringValue, major(version) != nil else {
      throw SeedFileFailure(
        "\(path): \"auth.version\" is no version of firebase-tools, such as \"\(ExportLayout.version)\". "
          + "Export again, or write one there.")
    }
    return ExportMetadata(path: folder, version: version)
  }

  private mutating func noteVersion(_ version: String?) {
    guard let version, let major = Self.major(version), let known = Self.major(ExportLayout.version),
      major > known
    else { return }
    notices.append(
      "\(directory) was written by firebase-tools \(version). It is read as one of version \(known), the newest whose "
        + "exports this Latchkey knows.")
  }

  private static func major(_ version: String) -> Int? {
    let parts = version.prefix { $0 != "-" && $0 != "+" }.split(
      separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
    return numbers[0]
  }

  /// True if the path stays inside its directory.
  private static func isBelow(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains("..")
  }

  /// A sentence about the data that an interrupted export moved to another directory.
  private static func interrupted(_ path: String) -> String {
    guard let former = StagedDirectory.former(of: path) else { return "" }
    return " An export was interrupted: \(former) holds what was there before. Rename it to \(path)."
  }

  // MARK: Files

  private static func isDirectory(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    do {
      return Array(try FileCheck.contents(of: path, maximumBytes: maximumBytes))
    } catch {
      throw SeedFileFailure("\(path) cannot be read: \(error.reason).")
    }
  }

  private static func json(_ path: String) throws -> JSONValue {
    let bytes = try bytes(path)
    do { return try JSONParser(maximumBytes: maximumBytes).parse(bytes) } catch {
      throw SeedFileFailure(path, bytes, error)
    }
  }

  /// The content of ``ExportLayout/additions``; nil for an export of the emulator.
  private static func additions(in folder: String) throws -> ExportAdditions? {
    let path = "\(folder)/\(ExportLayout.additions)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try ExportAdditions(try json(path), path: path)
  }

  // MARK: Parts

  private mutating func takeSettings(in folder: String, _ additions: ExportAdditions?, _ seed: inout SeedData)
    throws
  {
    if let additions {
      seed.settings.append(
        .init(
          place: "\(folder)/\(ExportLayout.additions)", config: additions.config, mask: try FieldMask(nil)))
      seed.emailLinkAlone = additions.emailLinkAlone
      seed.hashings = additions.hashings
      seed.ownHashing = additions.ownHashing
    }
    let path = "\(folder)/\(ExportLayout.config)"
    guard FileManager.default.fileExists(atPath: path) else {
      notices.append("\(path) does not exist: the project's settings stay as they are.")
      return
    }
    let value = try Self.json(path)
    guard value["usageMode"]?.stringValue != "PASSTHROUGH" else {
      throw SeedFileFailure(
        "\(path): \"usageMode\" is PASSTHROUGH, in which a project has no users. Remove the member.")
    }
    do {
      // The other members that firebase-tools writes concern only the emulator.
      var config = ProjectConfig()
      let given = try WireDecoder().decode(ProjectConfig.self, from: value)
      var names: [String] = []
      if let duplicates = given.signIn?.allowDuplicateEmails {
        config.signIn = .init()
        config.signIn?.allowDuplicateEmails = duplicates
        names.append("signIn.allowDuplicateEmails")
      }
      if let privacy = given.emailPrivacyConfig?.enableImprovedEmailPrivacy {
        config.emailPrivacyConfig = .init()
        config.emailPrivacyConfig?.enableImprovedEmailPrivacy = privacy
        names.append("emailPrivacyConfig.enableImprovedEmailPrivacy")
      }
      guard !names.isEmpty else { return }
      seed.settings.append(
        .init(place: path, config: config, mask: try FieldMask(names.joined(separator: ","))))
    } catch {
      throw SeedFileFailure("\(path) is no configuration: \(error.sentence)")
    }
  }

  private mutating func takeUsers(in folder: String, _ additions: ExportAdditions?, _ seed: inout SeedData)
    throws
  {
    let path = "\(folder)/\(ExportLayout.accounts)"
    guard FileManager.default.fileExists(atPath: path) else {
      notices.append("\(path) does not exist: no users are imported.")
      return
    }
    seed.users = try Self.users(in: path, additions?.hashings(of: nil) ?? [:])
  }

  private mutating func takeTenants(in folder: String, _ additions: ExportAdditions?, _ seed: inout SeedData)
    throws
  {
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw SeedFileFailure("\(folder) cannot be read: \(error.localizedDescription).")
    }
    let inFiles = names.compactMap(ExportLayout.tenant(ofAccounts:))
    let ids = Set(inFiles).union(additions.map { Set($0.tenants.keys) } ?? [])
    for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
      let path = "\(folder)/\(ExportLayout.accounts(of: id))"
      var tenant = SeedData.TenantData(
        place: additions?.tenants[id] == nil ? path : "\(folder)/\(ExportLayout.additions), tenant \(id)",
        id: id)
      tenant.config = additions?.tenants[id]
      tenant.allowsPhone = additions?.tenantsWithPhone.contains(id) == true
      if inFiles.contains(id) { tenant.users = try Self.users(in: path, additions?.hashings(of: id) ?? [:]) }
      seed.tenants.append(tenant)
    }
  }

  /// - Parameter hashings: the indexes of hash parameters by user ID.
  private static func users(in path: String, _ hashings: [String: Int]) throws -> [SeedData.User] {
    let value = try json(path)
    guard let object = value.objectValue else {
      throw SeedFileFailure("\(path) is no object with \"users\". Export again.")
    }
    if let kind = object["kind"], kind != .string(ExportLayout.accountsKind) {
      throw SeedFileFailure(
        "\(path) holds no accounts: its \"kind\" is not \"\(ExportLayout.accountsKind)\". Export again.")
    }
    switch object["users"] {
    case nil, .null: return []
    case .array(let users):
      return try users.enumerated().map { index, value in
        let id = value["localId"]?.stringValue.map { " (\($0.prefix(128)))" } ?? ""
        let place = "\(path), user \(index + 1)\(id)"
        do {
          let entry = try WireDecoder().decode(ExportedUserEntry.self, from: value)
          var user = SeedData.User(place: place, upload: entry.upload)
          user.history = entry.history
          if let hash = entry.upload.passwordHash, !hash.hasPrefix("fakeHash:") {
            user.hashing = hashings[entry.upload.localId ?? ""]
          }
          return user
        } catch let fault as MessageFault {
          throw SeedFileFailure("\(place) cannot be read: \(fault.sentence) Mend or remove the user.")
        }
      }
    default: throw SeedFileFailure("\(path): \"users\" is no list. Export again.")
    }
  }
}

/// A user of an export: the members of an upload, and the members that only an export has.
private struct ExportedUserEntry: Decodable {
  var upload: UploadedUser
  var history = SeedData.History()

  private enum CodingKeys: String, CodingKey {
    case initialEmail, passwordUpdatedAt, validSince, lastRefreshAt, customAuth, emailLinkSignin
  }

  init(from decoder: any Decoder) throws {
    upload = try UploadedUser(from: decoder)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    history.initialEmail = try container.decodeIfPresent(String.self, forKey: .initialEmail)
    let updated = try container.decodeIfPresent(Double.self, forKey: .passwordUpdatedAt)
    if let updated, let milliseconds = Int64(exactly: updated.rounded()) {
      history.passwordUpdatedAt = Instant(milliseconds: milliseconds)
    }
    let since = try container.decodeIfPresent(Int64Text.self, forKey: .validSince)
    history.validSince = since.map { Instant(seconds: $0.value) }
    if let text = try container.decodeIfPresent(String.self, forKey: .lastRefreshAt), !text.isEmpty {
      guard let moment = Instant(iso8601: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .lastRefreshAt, in: container,
          debugDescription: "must be a moment such as 2026-01-31T12:00:00.000Z.")
      }
      history.lastRefreshAt = moment
    }
    history.customAuth = try container.decodeIfPresent(Bool.self, forKey: .customAuth) ?? false
    history.emailLinkSignIn = try container.decodeIfPresent(Bool.self, forKey: .emailLinkSignin) ?? false
  }
}
