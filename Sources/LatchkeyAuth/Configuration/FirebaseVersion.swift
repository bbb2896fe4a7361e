/// Returns the FirebaseAuth release whose API and protocol the SDK follows. Code that was written for
/// FirebaseAuth may call this function.
public func FirebaseVersion() -> String { "12.19.0" }
