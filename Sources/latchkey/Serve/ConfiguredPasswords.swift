import Messaging
import Passwords
import Settings

/// The configured checks of new passwords.
struct ConfiguredPasswords {
  let configuration: PasswordsConfiguration

  /// The mistakes in the filter.
  var mistakes: [SettingMistake] {
    guard case .failure(let failure) = filter else { return [] }
    return [
      SettingMistake(
        "passwords.filterFile", "\(failure).",
        fix: "Create it with: latchkey passwords build-filter LIST --output FILE")
    ]
  }

  /// Nil if compromised passwords are not refused.
  ///
  /// - Throws: the mistakes in the filter.
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
