import Identity
import WorkPool

/// Sends text messages to the gateway of their project. Uses the server-wide gateway if the project has none.
final class ProjectSMSTransport: DeliveryTransport {
  /// The number of messages that are refused at the same time if there is no server-wide gateway.
  private static let usualConcurrency = 4

  private let serverWide: SMSGateway?
  private let own: OwnGatewaySMS
  private let receivers: any ProjectReceivers

  let concurrency: Int
  let timeLimit: Int64
  var pool: SharedPool? { .textMessages }

  /// - Parameter serverWide: nil if there is no server-wide gateway.
  init(serverWide: SMSGateway?, receivers: any ProjectReceivers, clock: any WallClock) {
    self.serverWide = serverWide
    self.receivers = receivers
    own = OwnGatewaySMS(receivers: receivers, clock: clock)
    concurrency = serverWide?.concurrency ?? Self.usualConcurrency
    timeLimit = max(serverWide?.timeLimit ?? 0, OwnGatewaySMS.timeLimit)
  }

  func close() async { await serverWide?.close() }

  func share(of message: QueuedMessage) async -> String? {
    do throws(DeliveryFailure) {
      return try await receivers.smsGateway(of: message.project) == nil ? nil : message.project
    } catch {
      return message.project
    }
  }

  func deliver(_ message: QueuedMessage, id: String, createdAt: Instant) async -> DeliveryOutcome {
    do throws(DeliveryFailure) {
      if let gateway = try await receivers.smsGateway(of: message.project) {
        return await LookUpOwner.$current.withValue(message.project) {
          await own.deliver(message, to: gateway, id: id, createdAt: createdAt)
        }
      }
    } catch {
      return .temporary(reason: error.reason)
    }
    guard let serverWide else { return .temporary(reason: "no SMS gateway is configured") }
    return await serverWide.deliver(message, id: id, createdAt: createdAt)
  }
}

/// Delivers text messages to gateways that projects chose, after it has checked the gateways' addresses.
struct OwnGatewaySMS: Sendable {
  /// The number of seconds within which a delivery always ends.
  static let timeLimit: Int64 = 20

  let receivers: any ProjectReceivers
  let clock: any WallClock

  func deliver(_ message: QueuedMessage, to settings: SMSGatewaySettings, id: String, createdAt: Instant)
    async
    -> DeliveryOutcome
  {
    guard case .sms(let sms) = message.content else { return .permanent(reason: "it is no text message") }
    guard
      let prepared = SMSRequest(
        sms, project: message.project, id: id, createdAt: createdAt, now: clock.now(), by: settings)
    else {
      return .temporary(reason: "text messages cannot be sent with these settings", blocksChannel: true)
    }
    do throws(DeliveryFailure) {
      let answer = try await receivers.post(
        GatewayRequest(
          url: prepared.url, headers: prepared.headers, body: prepared.body,
          readsAnswer: settings.gateway == .twilio))
      return SMSAnswer(answer.status, body: answer.body, retryAfter: answer.retryAfter).outcome
    } catch {
      return .temporary(reason: error.reason, blocksChannel: true)
    }
  }
}
