import Identity
import IdentityProviders
import IdentityWire
import Logging
import Secrets

/// Sends one message to a webhook: a POST, signed according to Standard Webhooks. Makes one attempt without redirects,
/// with a time limit. Reads only the status of the response, so that a webhook cannot be used to read data at addresses
/// that only this server reaches.
public struct WebhookSender: Sendable {
  private let http: OutgoingHTTP
  let box: SecretBox
  private let privateHosts: PrivateHosts
  private let projects: ProjectDirectory
  private let clock: any WallClock
  private let log: Logger

  /// - Parameters:
  ///   - http: limits the time for a receiver's response.
  ///   - privateHosts: hosts that may have private addresses and do not need https.
  ///   - log: receives details about addresses for the operator. Administrators must not see them.
  public init(
    http: OutgoingHTTP, box: SecretBox, privateHosts: PrivateHosts, projects: ProjectDirectory,
    clock: any WallClock, log: Logger
  ) {
    self.http = http
    self.box = box
    self.privateHosts = privateHosts
    self.projects = projects
    self.clock = clock
    self.log = log
  }

  /// Refuses an address that can never be reached.
  ///
  /// - Throws: `INVALID_WEBHOOK`.
  func check(_ url: String) throws(IdentityError) {
    do throws(OutgoingHTTP.Failure) {
      try privateHosts.checkCallable(url)
    } catch {
      throw .refused(.invalidWebhook, "The address cannot be used for a webhook: \(Self.words(for: error)).")
    }
  }

  /// - Returns: the attempt, and the failure if it was not accepted.
  func send(_ message: WebhookMessage, to webhook: Webhook, of project: ProjectID) async -> (
    attempt: WebhookAttempt, failure: AuditDelivery.Failure?
  ) {
    let now = clock.now()
    let start = ContinuousClock.now
    var status: Int?
    var failure: AuditDelivery.Failure?
    do throws(AuditDelivery.Failure) {
      status = try await post(message, to: webhook, of: project, now: now)
    } catch {
      (status, failure) = (error.status, error)
    }
    let duration = (ContinuousClock.now - start).components
    let attempt = WebhookAttempt(
      webhook: webhook.id, at: now, messageID: message.id, kind: message.kind.rawValue,
      account: message.event.account, status: status,
      milliseconds: duration.seconds * 1_000 + duration.attoseconds / 1_000_000_000_000_000,
      error: failure?.cause)
    return (attempt, failure)
  }

  private func post(
    _ message: WebhookMessage, to webhook: Webhook, of project: ProjectID, now: Instant
  ) async throws(AuditDelivery.Failure) -> Int {
    let body: String
    let signatures: [String]
    do throws(IdentityError) {
      body = try await self.body(of: message, to: webhook, project)
      signatures = try webhook.secrets.filter { $0.expiresAt.map { now < $0 } ?? true }
        .map { sealed throws(IdentityError) in
          try WebhookSecret(sealed, of: webhook, in: project, box)
            .signature(id: message.id, time: now.seconds, body: body)
        }
    } catch {
      throw .init(cause: error.cause ?? error.name)
    }
    let isAllowed = privateHosts.contain(hostOf: webhook.url)
    var request = OutgoingHTTP.Request(.post, webhook.url, allowPrivateAddresses: isAllowed)
    request.headers = [
      ("Content-Type", "application/json"), ("webhook-id", message.id),
      ("webhook-timestamp", String(now.seconds)),
      ("webhook-signature", signatures.joined(separator: " ")),
    ]
    request.body = Array(body.utf8)
    request.readsBody = false
    let sent = request
    // `withValue` throws untyped errors, so the result carries the failure.
    let result = await LookUpOwner.$current.withValue(project.description) {
      () async -> Result<OutgoingHTTP.Response, OutgoingHTTP.Failure> in
      do throws(OutgoingHTTP.Failure) {
        return .success(try await http.send(sent))
      } catch {
        return .failure(error)
      }
    }
    let response: OutgoingHTTP.Response
    do throws(OutgoingHTTP.Failure) {
      response = try result.get()
    } catch {
      throw .init(cause: words(for: error, at: webhook, isAllowed: isAllowed))
    }
    guard (200..<300).contains(response.status) else {
      throw .init(
        cause: "HTTP \(response.status)", status: response.status,
        retryAfter: response.header("Retry-After").flatMap { RetryAfter.seconds($0, now: now) })
    }
    return response.status
  }

  private func body(of message: WebhookMessage, to webhook: Webhook, _ project: ProjectID)
    async throws(IdentityError) -> String
  {
    var user: Account?
    if webhook.includesUser, message.hasUser, let id = message.event.account {
      let scope = Scope(project: project, tenant: message.event.tenant)
      do throws(StoreError) {
        user = try await projects.store.account(id, in: scope)
      } catch {
        throw IdentityError(error)
      }
    }
    return message.body(user: user, includesClient: webhook.includesUser)
  }

  /// The words for a failed attempt. An unknown host gets the same words as a host in a private network, unless the
  /// operator allows the host. Otherwise every administrator of a project could find out the host names of the
  /// operator's network.
  private func words(for failure: OutgoingHTTP.Failure, at webhook: Webhook, isAllowed: Bool) -> String {
    guard !isAllowed, failure == .unknownHost || failure == .addressNotAllowed else {
      return Self.words(for: failure)
    }
    log.notice(
      "a webhook has no address that may be used",
      metadata: [
        "webhook": "\(webhook.id)",
        "host": "\(ReturnPolicy.webURL(webhook.url)?.host(percentEncoded: false) ?? "")",
        "cause": "\(failure.plainWords)",
      ])
    return "the host has no public address, and functions.privateHosts does not name it"
  }

  private static func words(for failure: OutgoingHTTP.Failure) -> String {
    failure == .addressNotAllowed
      ? failure.plainWords + ", which functions.privateHosts does not allow" : failure.plainWords
  }
}
