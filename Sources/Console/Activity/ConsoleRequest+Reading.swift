import Identity
import IdentityWire
import Operations

extension ConsoleRequest {
  /// Runs a read of the database and turns its failure into the domain's error.
  func reading<Answer>(_ body: () async throws(StoreError) -> Answer) async throws -> Answer {
    do {
      return try await body()
    } catch {
      throw IdentityError(error)
    }
  }
}
