/// An app that takes the middleware has the verifier with it.
@_exported import LatchkeyVerifier
