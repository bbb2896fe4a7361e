/// An app that takes the middleware has the verifier with it.
@_exported import LatchkeyVerifier
/// So has one that guards routes by rules.
@_exported import SecurityRules
