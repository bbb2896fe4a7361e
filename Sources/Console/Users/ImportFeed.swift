/// Hands the pieces of a file over to whoever reads it. There are never more than two of them in the memory: whoever
/// brings one waits until there is room.
actor ImportFeed {
  enum Ending: Error, Equatable {
    /// Nobody brought the rest of the file in time.
    case abandoned
    /// It is not to be read on.
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

  /// - Parameter patience: for how long the next piece is waited for.
  init(patience: Duration) { self.patience = patience }

  /// - Parameter isLast: of the file.
  /// - Returns: false where nobody reads it any more.
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

  /// From now on nothing is handed over.
  func close() { end(.closed) }

  /// Only what is waited for still: a piece may have come at the same moment.
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
