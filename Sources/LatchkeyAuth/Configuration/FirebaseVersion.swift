/// Returns the release of FirebaseAuth whose API and protocol the SDK follows. Code that was written for
/// FirebaseAuth may ask for it.
public func FirebaseVersion() -> String { "12.19.0" }
