/// Passes the pieces of a file from the sender to the reader. At most two pieces are in memory; the sender
/// waits until there is room.
actor ImportFeed {
  enum Ending: Error, Equatable {
    /// The rest of the file did not arrive in time.
    case abandoned
    /// The reading was stopped.
    case closed
  }

  private static let room = 2

  private let patience: Duration
  private var pieces: [[UInt8]] = []
  private var isComplete = false
  private var ending: Ending?
  private var reader: CheckedContinuation<Void, Never>?
  private var bringers: [CheckedContinuation<Void, Never>] = []
  private var waits = 0

  /// - Parameter patience: the longest wait for the next piece.
  init(patience: Duration) { self.patience = patience }

  /// - Parameter isLast: true for the last piece of the file.
  /// - Returns: false if there is no reader any more.
  func bring(_ piece: [UInt8], isLast: Bool) async -> Bool {
    while pieces.count >= Self.room, ending == nil {
      await withCheckedContinuation { bringers.append($0) }
    }
    guard ending == nil, !isComplete else { return false }
    pieces.append(piece)
    isComplete = isLast
    wake()
    return true
  }

  /// The next piece; nil at the end of the file.
  func next() async throws(Ending) -> [UInt8]? {
    while true {
      if let ending { throw ending }
      if !pieces.isEmpty {
        let piece = pieces.removeFirst()
        wake()
        return piece
      }
      if isComplete { return nil }
      waits += 1
      let wait = waits
      let timer = Task { [patience] in
        do { try await Task.sleep(for: patience) } catch { return }
        giveUp(wait)
      }
      await withCheckedContinuation { reader = $0 }
      timer.cancel()
    }
  }

  /// Stops the feed. It passes on no more pieces.
  func close() { end(.closed) }

  /// Ends a wait, unless a piece arrived at the same moment.
  private func giveUp(_ wait: Int) {
    if wait == waits, reader != nil { end(.abandoned) }
  }

  private func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    pieces = []
    wake()
  }

  private func wake() {
    reader?.resume()
    reader = nil
    for bringer in bringers { bringer.resume() }
    bringers = []
  }
}
