import Identity

extension SQLAccountStore {
  package func diagnosis(_ id: String, now: Instant) async throws(StoreError) -> DiagnosisRecord? {
    try await read { connection in
      try DiagnosisTable(connection: connection).diagnosis(id, now: now)
    }
  }

  package func diagnoses(
    in scope: Scope, before place: DiagnosisPlace?, now: Instant, limit: Int
  ) async throws(StoreError) -> [DiagnosisRecord] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try DiagnosisTable(connection: connection).newest(in: scope, before: place, now: now, limit: limit)
    }
  }
}
