import Synchronization

/// Values by language. Each value is made at its first use.
public final class PerLanguage<Value: Sendable>: Sendable {
  private let make: @Sendable (Language) -> Value
  private let made = Mutex<[Language: Value]>([:])

  public init(_ make: @escaping @Sendable (Language) -> Value) { self.make = make }

  public subscript(language: Language) -> Value {
    made.withLock { made in
      if let value = made[language] { return value }
      let value = make(language)
      made[language] = value
      return value
    }
  }
}
