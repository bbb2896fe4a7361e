import Messaging
import Passwords
import Settings

/// Which new passwords are refused, as the configuration says.
struct ConfiguredPasswords {
  let configuration: PasswordsConfiguration

  /// What is wrong with the filter.
  var mistakes: [SettingMistake] {
    guard case .failure(let failure) = filter else { return [] }
    return [
      SettingMistake(
        "passwords.filterFile", "\(failure).",
        fix: "Make it with: latchkey passwords build-filter LIST --output FILE")
    ]
  }

  /// Nil when none is refused for that.
  ///
  /// - Throws: what is wrong with the filter.
  func compromised() throws(CommandFailure) -> CompromisedPasswords? {
    let mistakes = mistakes
    guard case .success(let filter) = filter else { throw CommandFailure(mistakes) }
    guard configuration.refusesCommon || filter != nil else { return nil }
    return CompromisedPasswords(includesCommon: configuration.refusesCommon, filter: filter)
  }

  private var filter: Result<BloomFilter?, BloomFilter.Failure> {
    guard let path = configuration.filterFile else { return .success(nil) }
    return Result { () throws(BloomFilter.Failure) in try BloomFilter(path: path) }
  }
}
