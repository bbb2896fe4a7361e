import Identity
import IdentityWire
import Operations

extension ConsoleRequest {
  /// Runs a read of the database, whose failure is the protocol's own error.
  func reading<Answer>(_ body: () async throws(StoreError) -> Answer) async throws(WireError) -> Answer {
    do {
      return try await body()
    } catch {
      throw WireError(error)
    }
  }
}
