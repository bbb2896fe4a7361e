import Composition
import Identity
import Logging
import Operations
import ServiceLifecycle
import Synchronization
import WorkPool

/// Sends events to the projects' webhooks while the server runs. No webhook delays another, and no project takes more than
/// its share of ``SharedPool/webhooks``.
struct WebhookService: NamedService {
  private static let interval = Duration.seconds(1)
  /// The time after which a backlog must wait for its next turn, so that other webhooks get their turn.
  private static let share = Duration.seconds(10)

  /// The webhooks to which events are being sent now.
  private final class Running: Sendable {
    private let places = SharedPlaces(.webhooks)
    private let consumers = Mutex<[String: SharedPlaces.Place]>([:])

    func begin(_ stream: WebhookDeliverer.Stream) -> Bool {
      consumers.withLock { consumers in
        guard consumers[stream.consumer] == nil, let place = places.place(of: stream.project.rawValue) else {
          return false
        }
        consumers[stream.consumer] = place
        return true
      }
    }

    func end(_ stream: WebhookDeliverer.Stream) {
      consumers.withLock { $0.removeValue(forKey: stream.consumer) }?.leave()
    }
  }

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      let running = Running()
      await withDiscardingTaskGroup { group in
        while !Task.isCancelled {
          do { try await Task.sleep(for: Self.interval) } catch { return }
          do throws(IdentityError) {
            // The order is random: if there are many webhooks, the same ones must not always wait.
            for stream in try await backend.webhookDeliverer.due().shuffled() {
              guard running.begin(stream) else { continue }
              group.addTask {
                await deliver(stream)
                running.end(stream)
              }
            }
          } catch {
            log.warning(
              "events could not be sent to webhooks", metadata: ["cause": "\(error.cause ?? error.name)"])
          }
        }
      }
    }
  }

  /// Sends until no event is due or the time limit is reached.
  private func deliver(_ stream: WebhookDeliverer.Stream) async {
    let end = ContinuousClock.now + Self.share
    while true {
      let turn: WebhookDeliverer.Turn
      do throws(StoreError) {
        turn = try await backend.webhookDeliverer.deliver(stream)
      } catch {
        return log.warning("events could not be sent to a webhook", metadata: ["cause": "\(error)"])
      }
      backend.count(turn)
      if let refusal = turn.refusal { report(refusal) }
      guard turn.hasMore, ContinuousClock.now < end, !Task.isCancelled else { return }
    }
  }

  private func report(_ refusal: WebhookDeliverer.Refusal) {
    var metadata: Logger.Metadata = [
      "project": "\(refusal.project)", "webhook": "\(refusal.webhook)", "cause": "\(refusal.cause)",
      "failures": "\(refusal.failures)",
    ]
    guard let ending = refusal.ending else {
      metadata["nextTrySeconds"] = "\(refusal.wait)"
      return log.warning("a webhook did not accept an event", metadata: metadata)
    }
    metadata["reason"] = "\(ending.rawValue)"
    log.error("a webhook was turned off: its events wait until it is turned on again", metadata: metadata)
  }
}
