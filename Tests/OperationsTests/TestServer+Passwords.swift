import Passwords
import TestSupport

extension TestServer.Options {
  /// As usual, but new hashes cost what they cost everywhere else.
  static var usualPasswordCost: Self {
    var options = Self()
    options.passwordMemoryCost = PasswordHasher.memoryCost
    return options
  }
}
