import Composition
import Foundation
import Identity
import Operations
import Server
import Settings
import Storage
import Tokens

/// All checks of "latchkey doctor".
struct DoctorChecks {
  let reading: ServeConfiguration.Reading
  let file: String?
  var now = Date()

  /// The numbers of free bytes below which the check warns or fails.
  private static let (littleSpace, noSpace) = (1 << 30, 64 << 20)
  /// The time that a check waits, in seconds.
  private static let timeout: Int64 = 5

  func findings() async -> [Finding] {
    var findings = configurationFindings()
    // The other checks need a valid configuration.
    guard reading.mistakes.isEmpty else { return findings }
    findings += fileFindings()
    let database = databaseFindings()
    findings += database
    // Opening a database of an earlier version would change it.
    if database.allSatisfy({ $0.verdict == .ok }) { findings += await keyFindings() }
    findings += [Finding(.ok, "signing", SigningMethod.chosen().explanation)]
    findings += certificateFindings()
    findings += spaceFindings()
    findings += backupFindings()
    findings += await mailFindings()
    findings += await serverFindings()
    return findings
  }

  private func configurationFindings() -> [Finding] {
    let problems = reading.problems + StartChecks.problems(reading)
    guard !problems.isEmpty else {
      return [Finding(.ok, "configuration", "\(file ?? "The configuration") has no mistake.")]
    }
    return problems.map { problem in
      Finding(
        problem.severity == .mistake ? .failed : .warning, "configuration",
        "\(problem.key): \(problem.reason) \(problem.fix)")
    }
  }

  private func fileFindings() -> [Finding] {
    let data = reading.configuration.data
    let directory = DataDirectory(path: data.directory)
    let secret =
      [directory.path]
      + (data.postgreSQL == nil ? [directory.databasePath, directory.databasePath + "-wal"] : [])
    let open = secret.filter { FileCheck.mode(of: $0).map { $0 & 0o007 != 0 } ?? false }
    guard !open.isEmpty else { return [Finding(.ok, "files", "No other user can read them.")] }
    return open.map {
      Finding(.failed, "files", "Every user of the machine can use \($0). Run: chmod o-rwx '\($0)'")
    }
  }

  private func databaseFindings() -> [Finding] {
    let data = reading.configuration.data
    let installation = Installation(
      directory: DataDirectory(path: data.directory), postgreSQL: data.postgreSQL)
    let name = installation.databaseName
    guard data.postgreSQL != nil || FileManager.default.fileExists(atPath: name) else { return [] }
    do {
      if data.postgreSQL == nil, let fault = try DatabaseBackup.faults(name).first {
        return [Finding(.failed, "database", "\(name) is damaged: \(fault). Restore it from a backup.")]
      }
      let isWhole = data.postgreSQL == nil ? "is whole" : "answers, and stores acknowledged writes durably"
      return [Finding(of: try installation.age(), database: name, isWhole)]
    } catch {
      return [Finding(unreadableDatabase: name, error)]
    }
  }

  /// Reports webhooks that the server has turned off.
  private static func webhookFindings(_ projects: [Project]) -> [Finding] {
    projects.flatMap { project in
      project.webhooks.filter { !$0.isEnabled && $0.ending != nil }.map { webhook in
        Finding(
          .warning, "webhooks",
          "The webhook \(webhook.id) of \(project.id) is \(webhook.stateText), and its events wait. Run: "
            + "latchkey project webhook set \(project.id) \(webhook.id) --enable")
      }
    }
  }

  private func keyFindings() async -> [Finding] {
    let data = reading.configuration.data
    let installation: Installation
    do { installation = try Installation(data) } catch {
      return [Finding(.failed, "master key", error.message)]
    }
    do {
      guard try installation.exists() else { return [] }
      let lock = try installation.lockForCommand(.command)
      defer { withExtendedLifetime(lock) {} }
      // Opening a database without keys would create the first one.
      guard try installation.hasSigningKeys() else {
        return [Finding(.failed, "signing keys", "There are none. Restore the database from a backup.")]
      }
      var options = Backend.Options(installation)
      options.log.logLevel = .critical
      let backend = try await Backend.openForCommand(options)
      let moment = Instant(milliseconds: Int64(now.timeIntervalSince1970 * 1_000))
      let ring = backend.service.keyRing
      let keys = ring.published(now: moment)
      let all = (try? await backend.projects.all()) ?? []
      let projects = all.count
      let spellings = await spellingFindings(backend)
      let tenants = await Finding.tenantsOfSharedRedirect(all, backend)
      await backend.close()
      var findings = [Finding(.ok, "master key", "It decrypts the secrets in the database.")]
      if installation.directory.masterKeyFiles.hasNext {
        findings.append(
          Finding(.warning, "master key", "Its replacement is not complete. Run: latchkey keys rewrap"))
      }
      findings.append(Finding(.ok, "signing keys", "\(keys.count) are published."))
      if projects == 0 {
        findings.append(Finding(.warning, "projects", "There are none: every API key is refused."))
      }
      if let made = ring.creationAhead(of: moment) {
        findings.append(
          Finding(
            .failed, "clock",
            "The machine's clock is behind: a key was created at \(made.date.formatted(.iso8601)), and now it is "
              + "\(now.formatted(.iso8601)). Tokens would be refused."))
      } else {
        findings.append(
          Finding(.ok, "clock", "It is \(now.formatted(.iso8601)), later than every stored time."))
      }
      return findings + spellings + Self.webhookFindings(all)
        + Finding.redirects(of: all, tenants: tenants, at: reading.configuration.origins.first ?? "")
    } catch {
      return [Finding(.failed, "master key", CommandFailure(opening: installation, error).message)]
    }
  }

  /// Reports accounts whose address is not in Unicode's normal form C. They were stored before addresses were
  /// normalised.
  private func spellingFindings(_ backend: Backend) async -> [Finding] {
    let store = backend.service.store
    guard let accounts = try? await store.accountsWithOtherSpellings(limit: Self.listedSpellings) else {
      return []
    }
    var findings: [Finding] = []
    for account in accounts {
      guard let email = account.email else { continue }
      let tenant = account.scope.tenant.map { ", tenant \($0)" } ?? ""
      let who = "\(account.id) (\(account.scope.project)\(tenant))"
      var other: Account?
      if let normal = EmailAddress(email.text) {
        other = try? await store.account(email: normal, in: account.scope)
      }
      findings.append(
        Finding(
          .warning, "addresses",
          other.map {
            "The account \(who) has the same address as \($0.id), in another Unicode form. Each account accepts only "
              + "its own form. Ask the user which account is needed, and delete the other."
          }
            ?? "The account \(who) has an address that is not in Unicode's normal form C. It accepts only this "
            + "form. Set the address again, in the console or with accounts:update."))
    }
    return findings
  }

  /// The maximum number of accounts in the list.
  private static let listedSpellings = 100

  private func certificateFindings() -> [Finding] {
    guard let tls = reading.configuration.listen.tls, let expires = try? CertificateStore.check(tls) else {
      return []
    }
    let days = Int(expires.timeIntervalSince(now) / 86_400)
    let text = "The certificate ends at \(expires.formatted(.iso8601))"
    if expires < now { return [Finding(.failed, "certificate", text + ": clients refuse it.")] }
    return [Finding(days < 14 ? .warning : .ok, "certificate", text + ", in \(days) days.")]
  }

  private func spaceFindings() -> [Finding] {
    // The data is in PostgreSQL, so this machine's disk does not matter.
    guard reading.configuration.data.postgreSQL == nil else { return [] }
    let path = reading.configuration.data.directory
    guard let free = DiskSpace.free(at: path) else { return [] }
    let text = "\(free >> 20) MiB are free for \(path)."
    return [Finding(free < Self.noSpace ? .failed : free < Self.littleSpace ? .warning : .ok, "disk", text)]
  }

  /// Reports the state of copies. PostgreSQL's own programs copy a PostgreSQL database, and leave no record here.
  private func backupFindings() -> [Finding] {
    let configuration = reading.configuration
    let directory = DataDirectory(path: configuration.data.directory)
    guard configuration.data.postgreSQL == nil else {
      return [
        Finding(
          .ok, "backups",
          "PostgreSQL's own programs make the copies. Test a copy regularly: latchkey backup drill FILE")
      ]
    }
    guard directory.exists else { return [] }
    let moment = Instant(milliseconds: Int64(now.timeIntervalSince1970 * 1_000))
    let backup = configuration.backup
    return [
      Finding(
        of: BackupStatus(of: directory, schedule: backup?.schedule), in: backup?.directory, now: moment)
    ]
  }

  private func mailFindings() async -> [Finding] {
    guard let mail = reading.configuration.mail else { return [] }
    let place = "\(mail.host) port \(mail.port)"
    do {
      // With TLS from the first byte, the server sends nothing before the handshake.
      try await Greeting.await(
        host: mail.host, port: mail.port, beginsWith: mail.security == .tls ? nil : "220",
        seconds: Self.timeout)
      return [Finding(.ok, "mail", "\(place) answers.")]
    } catch {
      return [Finding(.failed, "mail", "\(place) does not answer as a mail server: \(error).")]
    }
  }

  private func serverFindings() async -> [Finding] {
    let probe = ServerProbe(reading.configuration)
    return [Finding(readiness: await probe.ask("/readyz", seconds: Self.timeout), at: probe)]
  }
}
