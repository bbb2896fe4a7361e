import Foundation
import Identity
import Secrets

extension KeyRing {
  /// Makes a new key for every algorithm in use, and schedules the retirement of the other keys. The change
  /// is atomic: another node sees either all of it or nothing.
  ///
  /// A retirement that is already scheduled can only become earlier.
  ///
  /// - Returns: the new RS256 key.
  @discardableResult
  public func rotate(_ rotation: Rotation = .planned, now: Instant) async throws(Failure) -> Entry {
    // Another node may schedule an earlier retirement between our read and our write. The earlier
    // retirement must be kept.
    for _ in 0..<3 {
      do throws(Failure) {
        return try await rotateOnce(rotation, now: now)
      } catch {
        guard case .store(.conflict(.stale)) = error else { throw error }
      }
    }
    return try await rotateOnce(rotation, now: now)
  }

  private func rotateOnce(_ rotation: Rotation, now: Instant) async throws(Failure) -> Entry {
    let records = try await records(now: now)
    let activeFrom = rotation == .planned ? now.adding(seconds: policy.overlap) : now
    let retiring = records.compactMap { record -> SigningKeyRecord? in
      let end: Instant
      switch rotation {
      case .compromised: end = now
      // The key has not signed yet. If it stayed, it would replace the new key later.
      case .immediate where record.activeFrom > now: end = now
      case .planned, .immediate: end = activeFrom.adding(seconds: policy.retention)
      }
      if let planned = record.retiredAt, planned <= end { return nil }
      var copy = record
      copy.retiredAt = end
      return copy
    }
    let algorithms = TokenAlgorithm.allCases.filter { algorithm in
      algorithm == .rs256 || records.contains { $0.algorithm == algorithm.rawValue }
    }
    return try await insertKeys(algorithms, now: now, activeFrom: activeFrom, retiring: retiring)
  }

  /// Makes the first key of an algorithm, if there is none. It signs after ``Policy/overlap``, so that every
  /// verifier knows it by then.
  ///
  /// - Returns: among the algorithm's keys, the one that signs first.
  @discardableResult
  public func prepare(_ algorithm: TokenAlgorithm, now: Instant) async throws(Failure) -> Entry {
    let known = try await records(now: now).filter {
      $0.algorithm == algorithm.rawValue && $0.retiredAt == nil
    }
    guard let first = known.min(by: { $0.activeFrom < $1.activeFrom }) else {
      return try await insertKeys(
        [algorithm], now: now, activeFrom: now.adding(seconds: policy.overlap), retiring: [])
    }
    if entry(first.keyID) == nil, let failure = await renew() { throw failure }
    guard let entry = entry(first.keyID) else { throw .noKey }
    return entry
  }

  private func records(now: Instant) async throws(Failure) -> [SigningKeyRecord] {
    do {
      return try await store.signingKeys(now: now)
    } catch {
      throw .store(error)
    }
  }

  /// - Returns: the key of the first algorithm.
  @discardableResult
  func insertKeys(
    _ algorithms: [TokenAlgorithm], now: Instant, activeFrom: Instant, retiring: [SigningKeyRecord]
  ) async throws(Failure) -> Entry {
    var inserted: [SigningKeyRecord] = []
    for algorithm in algorithms {
      do throws(SigningKey.Failure) {
        let key = try await makeKey(algorithm, now)
        inserted.append(
          SigningKeyRecord(
            keyID: key.keyID, algorithm: algorithm.rawValue,
            sealedPrivateKey: Array(try key.sealed(with: box)), certificate: key.certificatePEM,
            createdAt: now, activeFrom: activeFrom))
      } catch {
        throw .keyGeneration(error)
      }
    }
    do throws(StoreError) {
      try await store.apply(
        inserted.map { .insertSigningKey($0) } + retiring.map { .updateSigningKey($0) })
    } catch {
      throw .store(error)
    }
    // A renewal that was already in progress may have read the keys before this write.
    _ = await renew()
    guard let first = inserted.first?.keyID else { throw .noKey }
    if entry(first) == nil, let failure = await renew() { throw failure }
    guard let entry = entry(first) else { throw .noKey }
    return entry
  }
}
