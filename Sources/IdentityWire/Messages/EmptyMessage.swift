/// A message of which nothing is asked: `{}`.
public struct EmptyMessage: Codable, Sendable {
  public init() {}
}
