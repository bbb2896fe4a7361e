import Testing

/// A behaviour of something that is costly to start, which others are looked at on, too: see ``eachCase(of:sourceLocation:_:)``.
public struct Behaviour<Subject: Sendable>: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let look: @Sendable (Subject) async throws -> Void

  public init(_ description: String, _ look: @Sendable @escaping (Subject) async throws -> Void) {
    testDescription = description
    self.look = look
  }
}
