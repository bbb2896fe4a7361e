/// A message without members: `{}`.
public struct EmptyMessage: Codable, Sendable, Equatable {
  private enum Member: CodingKey {}

  public init() {}

  /// - Throws: an error if the value is not an object.
  public init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Member.self) }

  public func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Member.self) }
}

extension EmptyMessage: RequestMessage {
  public init(reading members: MessageReader) { self.init() }
}

extension EmptyMessage: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {}
}
