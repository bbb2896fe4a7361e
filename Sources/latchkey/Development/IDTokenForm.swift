import ArgumentParser

/// Chooses between signed and unsigned ID tokens and session cookies.
enum IDTokenForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  case signed, unsigned
}
