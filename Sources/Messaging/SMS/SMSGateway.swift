import AsyncHTTPClient
import Foundation
import Identity
import NIOCore
import NIOHTTP1
import NIOSSL
import OutgoingTLS

/// Sends text messages to a gateway. Redirects are not followed: they would send codes and the account's secret to an
/// address that is not in the settings.
final class SMSGateway: DeliveryTransport {
  /// The maximum size of a response in bytes. Only an error number is read from it.
  private static let maximumAnswer = 65_536

  private let settings: SMSGatewaySettings
  private let clock: any WallClock
  private let client: HTTPClient

  /// - Parameter tls: the trusted certificate authorities. Nil for the system's.
  init(_ settings: SMSGatewaySettings, clock: any WallClock, tls: TLSConfiguration? = nil) {
    self.settings = settings
    self.clock = clock
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)))
    configuration.connectionPool.retryConnectionEstablishment = false
    if let host = settings.secureHost { configuration.requireCertificate(for: host) }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  var concurrency: Int { max(1, min(settings.connections, 32)) }
  var timeLimit: Int64 { settings.timeout.components.seconds + 5 }

  func close() async { try? await client.shutdown() }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    guard case .sms(let sms) = message.content else { return .permanent(reason: "it is no text message") }
    guard
      let prepared = SMSRequest(
        sms, project: message.project, id: id, createdAt: createdAt, now: clock.now(), by: settings)
    else {
      return .temporary(reason: "text messages cannot be sent with these settings", blocksChannel: true)
    }
    var request = HTTPClientRequest(url: prepared.url)
    request.method = .POST
    for header in prepared.headers { request.headers.add(name: header.name, value: header.value) }
    request.headers.add(name: "User-Agent", value: "latchkey")
    request.body = .bytes(prepared.body)
    do {
      let deadline = NIODeadline.now() + .nanoseconds(settings.timeout.nanoseconds)
      let response = try await client.execute(request, deadline: deadline)
      let retryAfter = response.headers.first(name: "retry-after")
        .flatMap { RetryAfter.seconds($0, now: clock.now()) }
      let status = Int(response.status.code)
      guard !(200...299).contains(status) else { return .delivered }
      // If the rest of the response is missing, the status is enough.
      let answer = try? await response.body.collect(upTo: Self.maximumAnswer)
      return SMSAnswer(status, body: answer.map { Array($0.readableBytesView) }, retryAfter: retryAfter)
        .outcome
    } catch {
      let isLate =
        error as? HTTPClientError == .deadlineExceeded || error as? HTTPClientError == .connectTimeout
      return .temporary(
        reason: isLate ? "the SMS gateway did not answer in time" : "the SMS gateway cannot be reached",
        blocksChannel: true)
    }
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 {
    components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
