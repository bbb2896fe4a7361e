import ArgumentParser
import Foundation
import Identity
import Operations
import Secrets

struct KeysRewrapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rewrap",
    abstract: "Replace the master key while the server runs.",
    discussion: """
      The command writes a new key to a file next to the master key's file. It encrypts all secrets in the database \
      under the new key. Then the new key becomes the master key. During this time, a running server can decrypt with \
      both keys. If the command is interrupted, run it again: it continues where it stopped. The previous key stays in \
      FILE.previous, and earlier keys in FILE.previous-2 and so on, because earlier backups need them. The command \
      never overwrites a key.

      On PostgreSQL, or with the master key in the environment: set LATCHKEY_MASTER_KEY to the new key and \
      LATCHKEY_PREVIOUS_MASTER_KEY to the old key. On PostgreSQL, you can use masterKeyFile and previousMasterKeyFile \
      instead. Restart the servers, run this command, and remove the old key.

      EXAMPLES
        latchkey keys rewrap --config latchkey.yaml
        latchkey keys rewrap --data /var/lib/latchkey

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    let installation = try data.installation()
    try installation.requireInstallation()
    guard installation.postgreSQL == nil || installation.masterKey != nil else {
      throw CommandFailure(
        .refused,
        "Other servers may share the database, and cannot decrypt with a new key. First configure all servers with the "
          + "new key and the previous key: masterKeyFile and previousMasterKeyFile, or their environment variables."
      )
    }
    let lock = try installation.lockForCommand(.command)
    defer { withExtendedLifetime(lock) {} }
    let files = installation.masterKey == nil ? installation.directory.masterKeyFiles : nil
    if let files, !files.hasNext {
      do throws(MasterKeyFiles.Failure) {
        try files.createNext(random: SystemRandom())
      } catch {
        throw Self.failure(error)
      }
      // Servers look for new keys at intervals. A server that meets the new key earlier looks again, but only after
      // this pause.
      try await Task.sleep(for: .milliseconds(200))
    }
    let first = try await pass(files)
    Terminal.progress(Self.text(first))
    if let files {
      do throws(MasterKeyFiles.Failure) { try files.promoteNext() } catch { throw Self.failure(error) }
      // Until a server notices the new key, it seals with the old one.
      try await Task.sleep(for: MasterKeys.interval + .seconds(1))
      Terminal.progress(Self.text(try await pass(nil)))
      try Terminal.print("The master key was replaced. The previous master key is in \(files.previousPath).")
    } else {
      try Terminal.print("All secrets are encrypted under the master key. Remove the previous master key.")
    }
  }

  /// - Parameter files: seals with the next key of these files; nil seals with the master key itself.
  private func pass(_ files: MasterKeyFiles?) async throws -> MasterKeyRewrap.Counts {
    try await data.withBackend { backend in
      let box: SecretBox
      do throws(MasterKeyFiles.Failure) {
        if let files { box = try files.secretBoxOfNextKey() } else { box = backend.secretBox }
      } catch { throw Self.failure(error) }
      return try await backend.masterKeyRewrap(by: box).run()
    }
  }

  private static func text(_ counts: MasterKeyRewrap.Counts) -> String {
    let unreadable = counts.unreadableMessages
    let forgotten = counts.unreadableGrants
    return "Sealed anew: \(counts.signingKeys) signing keys, \(counts.projects) projects, "
      + "\(counts.tenants) tenants, \(counts.accounts) accounts, \(counts.messages) waiting messages"
      + (unreadable == 0
        ? "" : "; \(unreadable) waiting messages can be decrypted with no key, and were left unchanged")
      + (forgotten == 0
        ? ""
        : "; \(forgotten) providers' tokens could be decrypted with no key, and were deleted. They cannot be revoked")
  }

  private static func failure(_ error: MasterKeyFiles.Failure) -> CommandFailure {
    CommandFailure(.dataDirectory, "\(error).")
  }
}
