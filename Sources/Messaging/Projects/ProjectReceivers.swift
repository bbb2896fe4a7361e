import Secrets

/// Reads the projects' own mail servers and SMS gateways, as they are set at the moment of a delivery.
public protocol ProjectReceivers: Sendable {
  /// - Returns: nil if the project uses the server-wide mail server.
  /// - Throws: the reason why the settings cannot be read.
  func mailServer(of project: String) async throws(DeliveryFailure) -> MessageDelivery.Mail?

  /// - Returns: nil if the project uses the server-wide gateway.
  /// - Throws: the reason why the settings cannot be read.
  func smsGateway(of project: String) async throws(DeliveryFailure) -> SMSGatewaySettings?

  /// Resolves the host of a project's mail server, once for each mail. The connection uses one of these addresses.
  ///
  /// - Returns: the addresses that a project's server may have. At least one.
  /// - Throws: the reason why there is no such address, for example because all are private.
  func addresses(of mailServer: SMTPSettings) async throws(DeliveryFailure) -> [String]

  /// Posts a message to a project's gateway, which must not have a private address.
  func post(_ request: GatewayRequest) async throws(DeliveryFailure) -> GatewayAnswer
}

/// A request to a project's gateway.
public struct GatewayRequest: Sendable {
  public var url: String
  public var headers: [(name: String, value: String)]
  public var body: [UInt8]
  /// False if the caller only needs the status.
  public var readsAnswer: Bool
}

/// The parts of a gateway's response that the server uses.
public struct GatewayAnswer: Sendable {
  public var status: Int
  /// The wait, in seconds, that the gateway requests.
  public var retryAfter: Int64?
  /// The beginning of the body. Only an error number is read from it.
  public var body: [UInt8]

  public init(status: Int, retryAfter: Int64? = nil, body: [UInt8] = []) {
    self.status = status
    self.retryAfter = retryAfter
    self.body = body
  }
}
