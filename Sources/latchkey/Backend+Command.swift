import Composition
import Foundation
import Identity
import IdentityWire
import Operations
import ProviderLab
import Tokens

extension Backend {
  /// Opens a backend. Converts an error to a sentence.
  static func openForCommand(_ options: Options) async throws(CommandFailure) -> Backend {
    do {
      return try await open(options)
    } catch {
      throw CommandFailure(opening: options.installation, error)
    }
  }
}

extension CommandFailure {
  /// The reason why an installation could not be opened.
  init(opening installation: Installation?, _ error: any Error) {
    let path = installation?.directory.path ?? "the temporary directory"
    let database = installation?.postgreSQL?.name ?? "The database in \(path)"
    switch error {
    case let failure as CommandFailure:
      self = failure
    case let failure as DataDirectory.Failure:
      let sentence = failure.description
      self.init(
        .dataDirectory,
        (sentence.hasSuffix(".") ? sentence : sentence + ".") + DiskAdvice.following(sentence, of: path))
    case KeyRing.Failure.wrongMasterKey:
      let key =
        installation?.masterKey != nil
        ? "The master key in the environment variable LATCHKEY_MASTER_KEY"
        : installation?.directory.masterKeyPath ?? "The master key"
      self.init(
        .dataDirectory,
        "\(key) does not belong to \(installation?.databaseName ?? "the database"). Restore the right master key, or use "
          + "another directory.")
    case KeyRing.Failure.store(.unavailable(let reason)), StoreError.unavailable(let reason):
      let advice = installation?.postgreSQL == nil ? DiskAdvice.following(reason, of: path) : ""
      self.init(.dataDirectory, "\(database) cannot be used: \(reason).\(advice)")
    case let error as IdentityError:
      self.init(error)
    case let error as LabError:
      self.init(.dataDirectory, error.message)
    default:
      self.init(.dataDirectory, "\(path) cannot be used: \(error).")
    }
  }

  /// The reason why an administrative operation was refused.
  init(_ error: IdentityError) {
    let sentence: String =
      switch error.refusal {
      case .duplicateProjectID: "A project with this id already exists."
      case .projectNotFound: "There is no project with this id. \"latchkey project list\" shows all projects."
      case .tenantNotFound: "The project has no tenant with this id."
      case .configurationUnreadable: "\(error.cause ?? error.message)."
      default:
        error.detail ?? error.cause.map { "\(error.name): \($0)." } ?? error.sentence
          ?? "The operation was refused: \(error.name)."
      }
    self.init(error.kind == .unavailable ? .dataDirectory : .refused, sentence)
  }
}
