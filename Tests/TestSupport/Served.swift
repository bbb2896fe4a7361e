/// The answer to a request that is sent again while the machine is too busy for it, which says nothing of what a test looks
/// at. Whoever is told so has changed nothing.
public func served(_ request: () async throws -> TestResponse) async throws -> TestResponse {
  var response = try await request()
  for _ in 0..<20 where response.status == 429 { response = try await request() }
  return response
}
