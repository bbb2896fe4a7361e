/// The release of FirebaseAuth whose API and protocol the SDK follows: code that was written for a release
/// asks for it.
public func FirebaseVersion() -> String { "12.19.0" }
