import IdentityWire

/// Settings of the protocol's configuration that decide nothing in this server. They are kept, so that who
/// wrote them reads them again.
public struct RecordedSettings: Sendable, Equatable, Codable {
  /// Characters of their JSON text.
  public static let maximumLength = 16_384

  /// Messages by their name in the configuration.
  public var messages: [String: JSONValue] = [:]

  public init() {}
}
