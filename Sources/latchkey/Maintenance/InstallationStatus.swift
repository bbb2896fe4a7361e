import Foundation
import Identity
import IdentityWire
import Operations
import Storage

/// The state of an installation, from data that can be read without opening the installation.
struct InstallationStatus: Sendable {
  private let installation: Installation
  /// Nil for PostgreSQL, because its servers are on other machines.
  let runsServer: Bool?
  let database: Finding
  /// Nil unless this program's version wrote the schema.
  private let figures: DatabaseFigures?
  private let backup: BackupHistory?
  private let now: Instant

  /// - Throws: a failure if there is no installation, or another program is replacing its database.
  init(of installation: Installation, now: Instant) throws(CommandFailure) {
    try installation.requireInstallation()
    let lock = try installation.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    self.installation = installation
    self.now = now
    let name = installation.databaseName
    do throws(DataDirectory.Failure) {
      runsServer = try installation.postgreSQL == nil ? installation.directory.hasServer() : nil
    } catch {
      throw CommandFailure(opening: installation, error)
    }
    let finding: Finding
    var figures: DatabaseFigures?
    do throws(StoreError) {
      let age = try installation.age()
      if age == .current { figures = try installation.figures(now: now) }
      finding = Finding(of: age, database: name, "can be read")
    } catch {
      finding = Finding(unreadableDatabase: name, error)
    }
    database = finding
    self.figures = figures
    backup = installation.postgreSQL == nil ? BackupHistory(of: installation.directory) : nil
  }

  /// The failure of the last scheduled copy; nil if it succeeded, or if none was tried.
  var backupFailure: CommandFailure? {
    backup?.lastFailure.map {
      CommandFailure(
        .unhealthy, "The last copy of the database failed \(Self.age(of: $0.at, at: now)) ago: \($0.reason).")
    }
  }

  private var kind: String { installation.postgreSQL == nil ? "SQLite" : "PostgreSQL" }

  /// The directory in which a server would run.
  var place: String { installation.directory.path }

  /// The server's state as text, from the directory's lock or PostgreSQL's connections.
  var serverText: String {
    switch runsServer {
    case true?: "runs on \(place)"
    case false?: "none runs on \(place)"
    case nil:
      figures?.connections.map { "\($0) connections of servers and commands to the database" } ?? "unknown"
    }
  }

  var rows: [[String]] {
    let name = installation.databaseName
    var rows = [["Database", installation.postgreSQL == nil ? "\(kind) \(name)" : name]]
    guard let figures else { return rows + [["", database.sentence]] }
    rows += [
      ["Size", Self.size(figures.bytes)], ["Schema", figures.step],
      [
        "Projects",
        "\(figures.projects)" + (figures.tenants == 0 ? "" : ", with \(figures.tenants) tenants"),
      ],
      ["Redirect URIs", redirects(figures)], ["Users", "\(figures.users)"],
      [
        "Audit log", waiting(figures.unsealedAuditRecords, figures.oldestUnsealedAuditRecord, "to be sealed"),
      ],
      ["Messages", waiting(figures.waitingMessages, figures.oldestWaitingMessage, "to be delivered")],
    ]
    rows += signing.map {
      [
        "Signing key",
        "\($0.algorithm) \($0.keyID), which has signed for \(Self.age(of: $0.activeFrom, at: now))",
      ]
    }
    rows.append([
      "Master key",
      installation.masterKey == nil ? installation.directory.masterKeyPath : "in the environment",
    ])
    guard installation.postgreSQL == nil else { return rows }
    return rows + backupRows
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "database": .string(kind.lowercased()), "name": .string(installation.databaseName),
      "state": .string(database.verdict.rawValue),
      "server": runsServer.map { .bool($0) } ?? .null,
      "backup": backup?.lastGood.map(Self.json) ?? .null,
      "backupFailure": backup?.lastFailure.map {
        ["at": .string($0.at.iso8601), "reason": .string($0.reason)]
      } ?? .null,
    ]
    if installation.postgreSQL == nil { members["directory"] = .string(installation.directory.path) }
    guard let figures else { return .object(members) }
    members.merge([
      "bytes": .integer(figures.bytes), "schema": .string(figures.step),
      "projects": .integer(Int64(figures.projects)), "tenants": .integer(Int64(figures.tenants)),
      "users": .integer(Int64(figures.users)),
      "projectWithSharedRedirectUri": figures.projectWithSharedRedirect.map { .string($0.rawValue) } ?? .null,
      "unsealedAuditRecords": Self.json(figures.unsealedAuditRecords, figures.oldestUnsealedAuditRecord),
      "waitingMessages": Self.json(figures.waitingMessages, figures.oldestWaitingMessage),
      "signingKeys": .array(
        figures.keys.map { key in
          [
            "keyId": .string(key.keyID), "algorithm": .string(key.algorithm),
            "createdAt": .string(key.createdAt.iso8601), "signsFrom": .string(key.activeFrom.iso8601),
            "publishedUntil": key.retiredAt.map { .string($0.iso8601) } ?? .null,
            "signs": .bool(signing.contains { $0.keyID == key.keyID }),
          ]
        }),
    ]) { $1 }
    members["connections"] = figures.connections.map { .integer(Int64($0)) }
    return .object(members)
  }

  /// The paths at which the projects' providers answer. "latchkey doctor" names the providers.
  private func redirects(_ figures: DatabaseFigures) -> String {
    let own = "\(RedirectAddress.pagePath)/PROJECT"
    guard let project = figures.projectWithSharedRedirect else { return own }
    let first = "\(RedirectAddress.pagePath) of \(project)"
    return figures.projects > 1 ? "\(first), \(own) of the others" : first
  }

  private var backupRows: [[String]] {
    var rows = [["Backup", "none is known"]]
    if let last = backup?.lastGood {
      let size = last.bytes.map { ", \(Self.size($0))" } ?? ""
      rows = [["Backup", "\(Self.age(of: last.at, at: now)) ago, to \(last.file)\(size)"]]
    }
    if let failure = backup?.lastFailure {
      rows.append(["", "failed \(Self.age(of: failure.at, at: now)) ago: \(failure.reason)"])
    }
    return rows
  }

  private static func json(_ copy: BackupHistory.Copy) -> JSONValue {
    [
      "at": .string(copy.at.iso8601), "file": .string(copy.file),
      "bytes": copy.bytes.map { .integer($0) } ?? .null,
      "milliseconds": copy.milliseconds.map { .integer($0) } ?? .null,
    ]
  }

  /// The active signing key of each algorithm.
  private var signing: [DatabaseFigures.Key] {
    let active = (figures?.keys ?? []).filter { $0.activeFrom <= now }
    return Set(active.map(\.algorithm)).sorted().compactMap { algorithm in
      active.last { $0.algorithm == algorithm }
    }
  }

  private func waiting(_ count: Int, _ oldest: Instant?, _ purpose: String) -> String {
    guard count > 0 else { return "nothing waits \(purpose)" }
    let age = oldest.map { ", the oldest for \(Self.age(of: $0, at: now))" } ?? ""
    return "\(count) \(count == 1 ? "waits" : "wait") \(purpose)\(age)"
  }

  private static func json(_ count: Int, _ oldest: Instant?) -> JSONValue {
    ["count": .integer(Int64(count)), "oldest": oldest.map { .string($0.iso8601) } ?? .null]
  }

  private static func size(_ bytes: Int64) -> String {
    bytes < 10 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
  }

  /// Returns the time since a moment, in the largest unit that gives at least two.
  private static func age(of moment: Instant, at now: Instant) -> String {
    let seconds = max(0, now.seconds - moment.seconds)
    let units: [(name: String, seconds: Int64)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
    let unit = units.first { seconds >= 2 * $0.seconds }
    return unit.map { "\(seconds / $0.seconds) \($0.name)" } ?? "\(seconds) seconds"
  }
}
