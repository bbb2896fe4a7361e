import Identity
import ServiceLifecycle

/// Takes up what other servers change in a database that they share.
struct StoreChangeListener: NamedService {
  let store: any StoreChanges
  let heard: @Sendable (StoreChange) async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await change in store.changes() { await heard(change) }
    }
  }
}
