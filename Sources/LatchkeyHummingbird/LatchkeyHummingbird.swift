/// Re-exported, so that apps with the middleware need not import the verifier.
@_exported import LatchkeyVerifier
/// Re-exported, so that apps that guard routes with rules need not import this module.
@_exported import SecurityRules
