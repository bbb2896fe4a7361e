import Foundation
import Identity
import IdentityWire
import Operations

/// Writes a project as the Firebase emulator does, with an additional file for settings that the emulator does not
/// have.
///
/// When the new export is complete, it replaces the old one in one step. Exports of other emulators in the
/// same directory are kept.
public struct ExportWriter: Sendable {
  private let service: IdentityService
  private let administration: ProjectAdministration
  private let id: ProjectID
  /// The name of the writing program.
  private let program: String

  public init(
    service: IdentityService, administration: ProjectAdministration, project: ProjectID, program: String
  ) {
    self.service = service
    self.administration = administration
    id = project
    self.program = program
  }

  /// Checks that an export can be written to the directory: the directory is missing, empty or an export. Call it
  /// early, before the server has data that would be lost.
  ///
  /// - Throws: ``SeedFileFailure``.
  public static func check(_ directory: String) throws {
    let directory = absolute(directory)
    guard !isWithin(FileManager.default.currentDirectoryPath, directory) else {
      throw SeedFileFailure(
        "\(directory) is the current directory, or one above it. Choose a directory that is only for exports."
      )
    }
    var status = stat()
    guard stat(directory, &status) == 0 else {
      let parent = (directory as NSString).deletingLastPathComponent
      guard access(parent, W_OK) == 0 else {
        throw SeedFileFailure(
          "\(directory) cannot be made: \(parent): \(String(cString: strerror(errno))). Make it, or choose another one."
        )
      }
      return
    }
    guard try !isEmpty(directory) else { return }
    let metadata = try ExportReader.metadata(of: directory)
    let folder = "\(directory)/\(ExportLayout.directory)"
    if metadata.path != ExportLayout.directory, stat(folder, &status) == 0, try !isEmpty(folder) {
      throw SeedFileFailure(
        "\(folder) is no export of accounts: \(ExportLayout.metadata) does not name it. Move it, or choose another directory."
      )
    }
    guard access(directory, W_OK) == 0 else {
      throw SeedFileFailure("\(directory) cannot be written: \(String(cString: strerror(errno))).")
    }
  }

  /// True if the directory contains nothing to import. This is normal if the program imports from its own export
  /// directory.
  public static func isMissingOrEmpty(_ directory: String) -> Bool {
    guard FileManager.default.fileExists(atPath: directory) else { return true }
    return (try? isEmpty(directory)) ?? false
  }

  /// - Returns: the number of users.
  /// - Throws: ``SeedFileFailure`` if something cannot be written, `IdentityError` if the data cannot be read. In both
  ///   cases, the old export is unchanged.
  public func write(to directory: String) async throws -> Int {
    let directory = Self.absolute(directory)
    try Self.check(directory)
    guard FileManager.default.fileExists(atPath: directory) else {
      let staged = try StagedDirectory(beside: directory)
      let folder = "\(staged.path)/\(ExportLayout.directory)"
      guard mkdir(folder, 0o755) == 0 else {
        throw SeedFileFailure("\(folder) could not be created: \(String(cString: strerror(errno))).")
      }
      let count = try await writeAccounts(to: folder)
      try await writeMetadata([:], to: "\(staged.path)/\(ExportLayout.metadata)")
      try StagedDirectory.synchronize(folder)
      try staged.place()
      return count
    }
    // Only the accounts belong to Latchkey. Other emulators' exports in the directory are kept.
    let metadata = "\(directory)/\(ExportLayout.metadata)"
    let known = try Self.isEmpty(directory) ? [:] : Self.members(of: metadata)
    let folder = "\(directory)/\(ExportLayout.directory)"
    let staged = try StagedDirectory(beside: folder)
    let count = try await writeAccounts(to: staged.path)
    try Self.copyOthers(from: folder, to: staged.path)
    try staged.place()
    if known["auth"]?["path"]?.stringValue != ExportLayout.directory {
      let temporary = metadata + ".latchkey-new"
      try await writeMetadata(known, to: temporary)
      guard rename(temporary, metadata) == 0 else {
        throw SeedFileFailure("\(metadata) could not be written: \(String(cString: strerror(errno))).")
      }
    }
    return count
  }

  // MARK: Contents

  private func writeAccounts(to folder: String) async throws -> Int {
    guard let project = try await service.store.project(id) else {
      throw IdentityError.missing(.projectNotFound)
    }
    var hashes = ExportedHashes(own: try service.ownHashing(of: project))
    var count = try await writeUsers(
      of: project, in: Scope(project: id), to: "\(folder)/\(ExportLayout.accounts)", &hashes)
    var config = try administration.config(of: project)
    config.name = nil
    config.subtype = nil
    config.signIn?.hashConfig = nil
    config.client?.apiKey = nil
    config.client?.firebaseSubdomain = nil
    var described: [String: JSONValue] = [
      "config": try JSONValue(encoding: config), "hashes": hashes.taken(),
    ]
    if project.signIn.emailLinkEnabled, !project.signIn.passwordEnabled { described["emailLinkAlone"] = true }

    var tenants: [JSONValue] = []
    for tenant in try await allTenants() {
      count += try await writeUsers(
        of: project, in: tenant.scope, to: "\(folder)/\(ExportLayout.accounts(of: tenant.id))", &hashes)
      var config = administration.description(of: tenant)
      config.name = nil
      config.tenantId = nil
      config.hashConfig = nil
      tenants.append([
        "tenantId": .string(tenant.id.rawValue), "config": try JSONValue(encoding: config),
        "allowsPhone": .bool(tenant.signIn.phoneEnabled), "hashes": hashes.taken(),
      ])
    }
    let settings: JSONValue = [
      "signIn": ["allowDuplicateEmails": .bool(project.signIn.allowDuplicateEmails)],
      "emailPrivacyConfig": ["enableImprovedEmailPrivacy": .bool(project.signIn.emailEnumerationProtection)],
    ]
    try await StagedDirectory.write("\(folder)/\(ExportLayout.config)") { write in
      try write(Array(JSONWriter.text(settings).utf8))
    }
    try await Self.write(
      [
        "format": .integer(ExportLayout.additionsFormat), "program": .string(program),
        "project": .object(described), "tenants": .array(tenants),
      ], to: "\(folder)/\(ExportLayout.additions)")
    return count
  }

  /// Writes one user per line, so that a change of a user changes one line.
  private func writeUsers(
    of project: Project, in scope: Scope, to path: String, _ hashes: inout ExportedHashes
  ) async throws -> Int {
    var count = 0
    var found = hashes
    try await StagedDirectory.write(path) { write in
      try write(Array(#"{"kind":"\#(ExportLayout.accountsKind)","users":["#.utf8))
      var last: AccountID?
      repeat {
        let page = try await service.exportedAccounts(of: project, in: scope, after: last)
        var bytes: [UInt8] = []
        for account in page.accounts {
          bytes += Array((count == 0 ? "\n" : ",\n").utf8) + account.info.bytes
          if let hashing = account.hashing { found.note(account.info.localId, hashing) }
          count += 1
        }
        try write(bytes)
        last = page.next
      } while last != nil
      try write(Array("\n]}\n".utf8))
    }
    hashes = found
    return count
  }

  private func allTenants() async throws -> [Tenant] {
    var tenants: [Tenant] = []
    while true {
      let page = try await service.projects.tenants(in: id, after: tenants.last?.id, limit: 500)
      tenants += page
      if page.count < 500 { return tenants }
    }
  }

  /// - Parameter known: the metadata of other emulators' exports.
  private func writeMetadata(_ known: [String: JSONValue], to path: String) async throws {
    var members = known
    let version = known["version"]?.stringValue ?? ExportLayout.version
    members["version"] = .string(version)
    members["auth"] = ["version": .string(version), "path": .string(ExportLayout.directory)]
    try await Self.write(.object(members), to: path)
  }

  private static func write(_ value: JSONValue, to path: String) async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(value)
    try await StagedDirectory.write(path) { write in try write(Array(data) + [UInt8(ascii: "\n")]) }
  }

  // MARK: Places

  /// Copies the files that Latchkey does not write from the old directory of the accounts.
  private static func copyOthers(from folder: String, to target: String) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where !ExportLayout.isOfAccounts(name) {
      do { try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(target)/\(name)") } catch
      {
        throw SeedFileFailure("\(folder)/\(name) could not be copied into the new export. Move it elsewhere.")
      }
    }
  }

  private static func members(of metadata: String) throws -> [String: JSONValue] {
    let data = FileManager.default.contents(atPath: metadata) ?? Data()
    return (try? JSONParser().parse(Array(data)))?.objectValue ?? [:]
  }

  private static func isEmpty(_ directory: String) throws -> Bool {
    do { return try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty } catch {
      throw SeedFileFailure("\(directory) is no directory that can be read. Choose another one.")
    }
  }

  private static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func isWithin(_ path: String, _ directory: String) -> Bool {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let directory = URL(fileURLWithPath: directory).resolvingSymlinksInPath().path
    return path == directory || path.hasPrefix(directory == "/" ? "/" : directory + "/")
  }
}

/// The hash parameters of users, without repetitions.
private struct ExportedHashes {
  private let own: PasswordHash.Algorithm
  private var kinds: [(algorithm: PasswordHash.Algorithm, users: [String])] = []

  init(own: PasswordHash.Algorithm) { self.own = own }

  mutating func note(_ user: String, _ algorithm: PasswordHash.Algorithm) {
    if let index = kinds.firstIndex(where: { $0.algorithm == algorithm }) {
      kinds[index].users.append(user)
    } else {
      kinds.append((algorithm, [user]))
    }
  }

  /// Returns the recorded parameters and clears them.
  mutating func taken() -> JSONValue {
    defer { kinds = [] }
    return .array(
      kinds.compactMap { algorithm, users in
        guard let parameters = algorithm.uploadParameters else { return nil }
        var members: [String: JSONValue] = [
          "parameters": parameters, "localIds": .array(users.map { .string($0) }),
        ]
        if algorithm == own { members["isProjects"] = true }
        return .object(members)
      })
  }
}
