import Identity
import IdentityWire
import Secrets

/// Webhooks in the form of the REST API.
extension WebhookAdministration {
  public func list(in id: ProjectID) async throws(IdentityError) -> ListWebhooksResponse {
    guard let project = try await projects.project(id) else { throw .refused(.projectNotFound) }
    return ListWebhooksResponse(project.webhooks.map { WebhookConfig($0, in: id) })
  }

  public func config(of name: String, in id: ProjectID) async throws(IdentityError) -> WebhookConfig {
    let webhook = try await webhook(name, in: id)
    let status = try await status(of: webhook, in: id)
    var config = WebhookConfig(webhook, in: id)
    config.waiting = status.waiting
    config.failures = status.failures
    config.failingSince = status.failingSince?.iso8601
    config.nextTry = status.nextTry?.iso8601
    config.replayWaiting = status.replayWaiting
    return config
  }

  public func create(_ config: WebhookConfig, in id: ProjectID) async throws(IdentityError) -> WebhookConfig {
    guard let url = config.url else { throw .refused(.invalidWebhook, "The address is missing.") }
    let made = try await create(url, try config.change(), in: id)
    var answer = WebhookConfig(made.webhook, in: id)
    answer.secret = made.secret.reveal()
    return answer
  }

  public func update(_ request: UpdateWebhookRequest, in id: ProjectID) async throws(IdentityError)
    -> WebhookConfig
  {
    WebhookConfig(try await change(request.webhook, try request.config.change(), in: id), in: id)
  }

  public func rotate(_ request: RotateWebhookSecretRequest, in id: ProjectID) async throws(IdentityError)
    -> WebhookConfig
  {
    let secret = try await rotateSecret(
      of: request.webhook, keepingFormer: request.overlapSeconds ?? Self.overlap, in: id)
    var answer = WebhookConfig(try await webhook(request.webhook, in: id), in: id)
    answer.secret = secret.reveal()
    return answer
  }

  /// - Throws: `INVALID_ARGUMENT` if a text is not a time.
  public func replay(_ request: ReplayWebhookRequest, in id: ProjectID) async throws(IdentityError)
    -> WebhookConfig
  {
    guard let start = request.startTime.flatMap(Instant.init(iso8601:)) else {
      throw .refused(.invalidArgument, "startTime is no moment such as 2026-01-31T12:00:00Z.")
    }
    let end = try request.endTime.map { text throws(IdentityError) in
      guard let end = Instant(iso8601: text) else {
        throw IdentityError.refused(
          .invalidArgument, "endTime is no moment such as 2026-01-31T12:00:00Z.")
      }
      return end
    }
    _ = try await replay(request.webhook, from: start, to: end, in: id)
    return try await config(of: request.webhook, in: id)
  }

  public func deliveries(of name: String, in id: ProjectID) async throws(IdentityError)
    -> ListWebhookDeliveriesResponse
  {
    let attempts = try await attempts(of: webhook(name, in: id))
    return ListWebhookDeliveriesResponse(attempts.map { WebhookConfig.Delivery($0) })
  }

  public func tested(_ name: String, in id: ProjectID) async throws(IdentityError) -> WebhookConfig.Delivery {
    WebhookConfig.Delivery(try await test(name, in: id))
  }
}

extension WebhookConfig {
  fileprivate init(_ webhook: Webhook, in project: ProjectID) {
    self.init()
    name = "projects/\(project)/webhooks/\(webhook.id)"
    url = webhook.url
    description = webhook.description
    enabled = webhook.isEnabled
    kinds = webhook.kindNames
    includesUser = webhook.includesUser
    ending = webhook.ending?.rawValue
    createTime = webhook.createdAt.iso8601
  }

  /// - Throws: `INVALID_WEBHOOK` for an unknown kind.
  func change() throws(IdentityError) -> WebhookChange {
    var change = WebhookChange()
    change.url = url
    change.description = description
    change.isEnabled = enabled
    change.includesUser = includesUser
    guard let kinds else { return change }
    var chosen: Set<WebhookEventKind> = []
    for name in kinds {
      guard let kind = WebhookEventKind(subscribable: name) else {
        throw .refused(.invalidWebhook, "\(name.prefix(60)) is no kind of event.")
      }
      chosen.insert(kind)
    }
    change.kinds = chosen
    return change
  }
}

extension WebhookConfig.Delivery {
  fileprivate init(_ attempt: WebhookAttempt) {
    self.init()
    time = attempt.at.iso8601
    messageId = attempt.messageID
    kind = attempt.kind
    localId = attempt.account?.rawValue
    status = attempt.status
    milliseconds = attempt.milliseconds
    error = attempt.error
  }
}
