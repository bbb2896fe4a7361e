import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Operations

@Suite("Trials of imports")
struct ImportDryRunTests {
  // Fails when values past the limit are left out without a word.
  @Test("a trial that cannot compare all users of a file with each other says so", arguments: [4, 3])
  func limit(values: Int) async throws {
    try await TestServer.run { server in
      var importer = UserImporter(
        service: server.service,
        caller: Caller(project: try await server.project(), authority: .administrator),
        request: BatchCreateRequest(), unknownHash: "", isTrial: true, maximumTrialValues: values
      ) { _ in }
      var decoder = UserFileFormat.json.decoder()
      let file =
        #"{"users":[{"localId":"a","email":"a@example.com"},{"localId":"b","email":"b@example.com"}]}"#
      try await importer.take(try decoder.feed(Array(file.utf8)))
      try await importer.take(try decoder.finish())
      try await importer.finish()
      #expect(importer.read == 2 && importer.imported == 2)
      #expect(importer.isPartial == (values < 4))
    }
  }
}
