import ArgumentParser
import Composition
import Foundation
import Identity
import Operations
import Secrets
import Settings

/// The project file of a command.
struct ProjectFileOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The file, as YAML or JSON; - reads standard input.", valueName: "file"))
  var path: String

  @Flag(
    help:
      "Remove providers, apps and webhooks that are missing from the file's lists. Projects and tenants always stay."
  )
  var prune = false

  /// - Throws: ``CommandFailure`` if the file cannot be read; with ``ExitStatus/configuration`` if it has
  ///   mistakes.
  func read() throws(CommandFailure) -> ProjectFile {
    let text = try InputText.read(path, maximumBytes: ProjectFile.maximumBytes, as: "project file")
    let name = path == "-" ? "The input" : path
    do {
      return try ProjectFile(text: text, name: name)
    } catch let mistakes as ConfigurationMistakes {
      throw CommandFailure(mistakes: mistakes.problems, in: name)
    } catch let error as IdentityError {
      throw CommandFailure(.configuration, error.detail ?? error.name)
    } catch {
      throw CommandFailure(.configuration, "\(name) cannot be read.")
    }
  }

  /// Reads the secrets that the file refers to, from files that only their owner can read.
  var secrets: SecretReference.Reader {
    let directory = path == "-" ? "." : (path as NSString).deletingLastPathComponent
    return { (reference) throws(IdentityError) in
      do throws(CommandFailure) {
        return try Self.secret(reference, in: directory)
      } catch {
        throw .refused(.invalidConfig, error.message)
      }
    }
  }

  /// Opens the installation with the settings of the server's configuration, so that the file's values are
  /// checked like the server's.
  func withBackend<Value: Sendable>(
    _ data: DataOptions, creating: Bool = false, _ body: (Backend) async throws -> Value
  ) async throws -> Value {
    try await data.withBackend(
      creating: creating,
      configure: { options in
        options.privateFunctionHosts = try data.functionHosts()
        guard let config = data.config else { return }
        options.origins = (try? [ConfigurationOptions.publicOrigin(of: config)]) ?? []
        try ConfigurationOptions.setProviders(of: config, in: &options)
      }, body)
  }

  private static func secret(_ reference: SecretReference, in directory: String) throws(CommandFailure)
    -> Secret?
  {
    switch reference {
    case .environment(let name):
      guard ProcessInfo.processInfo.environment[name] != nil else { return nil }
      return try SecretSource.environment(name: name).read()
    case .file(let name):
      let path = name.hasPrefix("/") || directory.isEmpty ? name : "\(directory)/\(name)"
      if let reason = FileCheck.isOpenToOthers(path) {
        throw CommandFailure(.refused, "\(path) must not contain a secret. \(reason)")
      }
      return try SecretSource.file(path: path).read()
    }
  }

  /// Prints the changes to standard output, and notes about unchanged parts to standard error.
  func show(_ plan: ProjectFilePlan) throws(CommandFailure) {
    for difference in plan.differences { try Terminal.print(PlainText.line(difference.text)) }
    for note in plan.notes { Terminal.note(note) }
  }
}
