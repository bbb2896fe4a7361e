import Identity

extension SQLAccountStore {
  package func diagnosis(_ id: String, now: Timestamp) async throws(StoreError) -> DiagnosisRecord? {
    try await read { connection in
      try DiagnosisTable(connection: connection).diagnosis(id, now: now)
    }
  }
}
