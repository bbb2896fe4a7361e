import Hummingbird
import Identity
import IdentityWire
import Operations

/// `v2/projects/{p}/webhooks`. The official API has no such operations.
struct WebhookRoutes: Sendable {
  let webhooks: WebhookAdministration

  func add(to operations: OperationRouter) {
    for path in OperationRouter.modern("projects/{project}/webhooks", version: "v2") {
      operations.onTree(.get, path, whenDisabled: true) { (_: EmptyMessage, caller) in
        try await webhooks.list(in: try Self.project(caller))
      }
      operations.onTree(
        .post, path, readsQuery: false, refusesUnknownNames: true, whenDisabled: true, hasGet: true
      ) { (request: WebhookConfig, caller) in
        try await webhooks.create(request, in: try Self.project(caller))
      }
      addWebhook("\(path)/{webhook}", to: operations)
    }
  }

  private func addWebhook(_ path: String, to operations: OperationRouter) {
    operations.onTree(.get, path, whenDisabled: true) { (request: WebhookRequest, caller) in
      try await webhooks.config(of: request.webhook, in: try Self.project(caller))
    }
    operations.onTree(.patch, path, readsQuery: false, refusesUnknownNames: true, whenDisabled: true) {
      (request: UpdateWebhookRequest, caller) in
      try await webhooks.update(request, in: try Self.project(caller))
    }
    operations.onTree(.delete, path, whenDisabled: true) { (request: WebhookRequest, caller) in
      try await webhooks.delete(request.webhook, in: try Self.project(caller))
      return EmptyMessage()
    }
    operations.onTree(.get, "\(path)/deliveries", whenDisabled: true) { (request: WebhookRequest, caller) in
      try await webhooks.deliveries(of: request.webhook, in: try Self.project(caller))
    }
    operations.onTree(.post, "\(path)/test", readsQuery: false, whenDisabled: true) {
      (request: WebhookRequest, caller) in
      try await webhooks.tested(request.webhook, in: try Self.project(caller))
    }
    operations.onTree(.post, "\(path)/rotateSecret", readsQuery: false, whenDisabled: true) {
      (request: RotateWebhookSecretRequest, caller) in
      try await webhooks.rotate(request, in: try Self.project(caller))
    }
    operations.onTree(.post, "\(path)/replay", readsQuery: false, whenDisabled: true) {
      (request: ReplayWebhookRequest, caller) in
      try await webhooks.replay(request, in: try Self.project(caller))
    }
  }

  private static func project(_ caller: Caller) throws(IdentityError) -> ProjectID {
    try caller.requireAdministrator()
    return caller.project.id
  }
}
