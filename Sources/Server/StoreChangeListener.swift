import Identity
import ServiceLifecycle

/// Receives the changes that other servers make in a shared database.
struct StoreChangeListener: NamedService {
  let store: any StoreChanges
  let heard: @Sendable (StoreChange) async -> Void

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await change in store.changes() { await heard(change) }
    }
  }
}
