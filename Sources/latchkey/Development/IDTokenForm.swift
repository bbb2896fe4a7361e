import ArgumentParser

/// Whether ID tokens and session cookies have a signature.
enum IDTokenForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  case signed, unsigned
}
