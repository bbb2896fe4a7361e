import Hummingbird
import IdentityWire
import Operations

/// The administrators' operations on many accounts at once.
struct BulkRoutes: Sendable {
  /// The maximum size of an upload in bytes: enough for a thousand users with every member.
  static let maximumUploadBytes = 10 << 20

  let service: IdentityService

  func add(to operations: OperationRouter) {
    for path in Self.accounts("batchCreate") + OperationRouter.legacy("uploadAccount") {
      operations.on(
        .post, path, administratorBodyBytes: Self.maximumUploadBytes, readsQuery: false
      ) { (request: BatchCreateRequest, caller) in
        try await service.batchCreate(request, caller)
      }
    }
    for path in Self.accounts("batchGet") {
      operations.on(.get, path) { (request: BatchGetRequest, caller) in
        try await service.batchGet(request, caller)
      }
    }
    for path in OperationRouter.legacy("downloadAccount") {
      operations.on(.post, path, readsQuery: false) { (request: BatchGetRequest, caller) in
        try await service.batchGet(request, caller)
      }
    }
    for path in Self.accounts("batchDelete") {
      operations.on(.post, path, readsQuery: false, whenDisabled: true) {
        (request: BatchDeleteRequest, caller) in
        try await service.batchDelete(request, caller)
      }
    }
    // The official API has no such operation. The action on each account is audited separately.
    for path in Self.accounts("batchAction") {
      operations.on(.post, path, readsQuery: false, whenDisabled: true) {
        (request: BatchActionRequest, caller) in
        try await service.batchAction(request, caller)
      }
    }
    for path in Self.accounts("query") + OperationRouter.modern("projects/{project}:queryAccounts") {
      operations.on(.post, path, readsQuery: false) { (request: QueryRequest, caller) in
        try await service.query(request, caller)
      }
    }
  }

  private static func accounts(_ name: String) -> [String] {
    OperationRouter.modern("projects/{project}/accounts:\(name)")
      + OperationRouter.modern("projects/{project}/tenants/{tenant}/accounts:\(name)")
  }
}
