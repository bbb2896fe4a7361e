import Identity
import Synchronization
import WorkPool

/// The gates of a channel's receivers, by ``DeliveryTransport/share(of:)``, and the places of the projects that use them. If
/// the deliveries of many projects take all places, the projects take turns.
final class ShareGates: Sendable {
  /// A delivery that has begun, or the moment of the next try.
  enum Beginning {
    case begun(ChannelGate, SharedPlaces.Place)
    case postponed(until: Instant)
  }

  private struct Waiting {
    var project: String
    /// The moment at which the project loses its turn: its message may have been deleted or delivered elsewhere.
    var until: Instant
  }

  private struct State {
    var gates: [String: ChannelGate] = [:]
    /// The projects that have no place and found no room, in the order of their turns.
    var waiting: [Waiting] = []
  }

  /// The number of concurrent deliveries to one receiver.
  static let concurrency = 2
  /// The maximum number of receivers with a separate gate. All other receivers have one gate together.
  static let maximumCount = 1_024
  /// The number of seconds for which a project keeps its turn. A postponed entry is tried again in less.
  static let patience: Int64 = 10

  private let places: SharedPlaces
  private let state = Mutex(State())
  private let rest = ChannelGate(concurrency: concurrency)

  init(_ places: SharedPlaces) { self.places = places }

  /// The number of deliveries that projects may begin now.
  var room: Int { places.free }

  /// Begins a delivery if there is room at its receiver, and a place for its project.
  func begin(_ share: String, of project: String, now: Instant) -> Beginning {
    let gate = gate(of: share, now: now)
    if let turn = gate.beginOrPostpone(now: now) { return .postponed(until: turn) }
    guard let place = place(of: project, now: now) else {
      return .postponed(until: gate.takeBack(now: now))
    }
    return .begun(gate, place)
  }

  /// - Returns: nil if it is the turn of other projects.
  private func place(of project: String, now: Instant) -> SharedPlaces.Place? {
    state.withLock { state in
      // A turn that ends later than any is from before the clock was set back.
      state.waiting.removeAll { $0.until <= now || $0.until > now.adding(seconds: Self.patience) }
      let index = state.waiting.firstIndex { $0.project == project }
      if places.free > index ?? state.waiting.count, let place = places.place(of: project) {
        if let index { state.waiting.remove(at: index) }
        return place
      }
      guard places.held(by: project) == 0 else { return nil }
      let end = now.adding(seconds: Self.patience)
      if let index {
        state.waiting[index].until = end
      } else if state.waiting.count < Self.maximumCount {
        state.waiting.append(Waiting(project: project, until: end))
      }
      return nil
    }
  }

  func gate(of share: String, now: Instant) -> ChannelGate {
    state.withLock { state in
      if let known = state.gates[share] { return known }
      if state.gates.count >= Self.maximumCount {
        state.gates = state.gates.filter { !$0.value.isIdle(now: now) }
      }
      guard state.gates.count < Self.maximumCount else { return rest }
      let gate = ChannelGate(concurrency: Self.concurrency)
      state.gates[share] = gate
      return gate
    }
  }
}
