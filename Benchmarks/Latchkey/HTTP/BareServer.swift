import ArgumentParser
import Hummingbird

/// Measures the cost of HTTP alone. This server reads a request and always answers with the same JSON.
struct BareServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bare-server", abstract: "Answers every POST to /answer with the same JSON.",
    shouldDisplay: false)

  @Option(help: "The port to listen on, of loopback.") var port: Int
  @Option(help: "How many bytes the answer has.") var length = 500

  func run() async throws {
    let frame = #"{"text":""}"#
    let text = String(repeating: "a", count: max(length - frame.utf8.count, 0))
    let answer = ByteBuffer(string: #"{"text":"\#(text)"}"#)
    let router = Router()
    router.get("/") { _, _ in HTTPResponse.Status.ok }
    router.post("answer") { request, _ in
      _ = try await request.body.collect(upTo: 1 << 20)
      return Response(
        status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: answer))
    }
    let application = Application(
      router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
    try await application.runService()
  }
}
