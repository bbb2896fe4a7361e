/// Re-exported, so that apps with the middleware need not import the verifier.
@_exported import LatchkeyVerifier
/// Re-exported, so that apps that guard routes by rules need not import them.
@_exported import SecurityRules
