import IdentityWire

/// Settings of the protocol's configuration that have no effect in this server. They are stored so that the client
/// that wrote them can read them back.
public struct RecordedSettings: Sendable, Equatable, Codable {
  /// The maximum number of characters of their JSON text.
  public static let maximumLength = 16_384

  /// Messages by their name in the configuration.
  public var messages: [String: JSONValue] = [:]

  public init() {}
}
