import Foundation
import IdentityWire
import TestSupport
import Testing

@Suite("Copies that latchkey serve makes by schedule", .serialized, .timeLimit(.minutes(15)))
struct BackupScheduleTests {
  @Test("the first copy is made at once, and metrics, status, doctor and audit log tell of it")
  func schedule() async throws {
    let server = try await ServeProcess.start(
      sections: "backup: {schedule: 6h, directory: copies}", in: Scratch())
    #expect(await server.logs("the database was copied"), "\(server.log)")
    let directory = server.scratch.url("copies").path
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    let name = try #require(names.first)
    #expect(names.count == 1 && name.wholeMatch(of: /latchkey-\d{8}T\d{6}Z\.db/) != nil, "\(names)")
    let metrics = try await server.get("http://127.0.0.1:\(server.watchPort)/metrics").text
    #expect(metrics.contains("\nlatchkey_backup_interval_seconds 21600\n"))
    #expect(metrics.contains(#/\nlatchkey_backup_last_success_timestamp_seconds [1-9]/#))
    #expect(metrics.contains(#/\nlatchkey_backup_last_size_bytes [1-9]/#))
    #expect(metrics.contains("\nlatchkey_backups_total{outcome=\"success\"} 1\n"))
    let status = try await Program.run("status", "--config", server.configuration)
    #expect(status.output.contains(#/Backup +\d+ seconds ago, to /#), "\(status.output)")
    #expect(status.output.contains("\(directory)/\(name), "))
    let doctor = try await Program.run("doctor", "--config", server.configuration)
    #expect(doctor.output.contains(#/ok +backups +The last good copy is from /#), "\(doctor.output)")
    let log = try await Program.run("audit", "export", "--project", "-", "--config", server.configuration)
    let record = log.output.split(separator: "\n").first { $0.contains("backup.creation") }
    #expect(record?.contains(name) == true && record?.contains(#""actor":"system""#) == true, "\(log.output)")
    try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    let gone = try await Program.run("doctor", "--config", server.configuration)
    #expect(gone.output.contains(#/warning +backups .* but the file is missing/#), "\(gone.output)")
    let failed =
      #"{"at": 1000000000, "file": "/b/1.db", "failedAt": 1000000600, "failure": "the disk is full"}"#
    try Data(failed.utf8).write(to: URL(fileURLWithPath: server.scratch.data + "/last-backup.json"))
    let ill = try await Program.run("status", "--json", "--config", server.configuration)
    #expect(ill.status == 70 && ill.error.contains("failed"), "\(ill.error)")
    let told = try JSONParser().parse(Data(ill.output.utf8))
    #expect(told["isWell"] == false && told["reason"]?.stringValue?.contains("the disk is full") == true)
    let unscheduled = server.scratch.url("unscheduled.yaml")
    let settings = try String(contentsOfFile: server.configuration, encoding: .utf8)
      .replacing("backup: {schedule: 6h, directory: copies}", with: "")
    try Data(settings.utf8).write(to: unscheduled)
    let well = try await Program.run("status", "--config", unscheduled.path)
    #expect(!settings.contains("backup") && well.status == 0, "\(settings) \(well.error)")
    #expect(await server.stop() == 0)
  }

  @Test("a copy that cannot be made is told by the log and the doctor")
  func failure() async throws {
    let scratch = try Scratch()
    let server = try await ServeProcess.start(
      sections: "backup: {schedule: 03:30, directory: copies}", in: scratch)
    #expect(await server.logs("the database was copied"), "\(server.log)")
    #expect(await server.stop() == 0)
    let directory = scratch.url("copies").path
    try FileManager.default.removeItem(atPath: directory)
    try Data("no directory".utf8).write(to: URL(fileURLWithPath: directory))
    let check = try await Program.run("config", "check", "--config", server.configuration)
    #expect(check.status == 78 && check.error.contains("is no directory"), "\(check.error)")
    let note = scratch.data + "/last-backup.json"
    try Data(#"{"at": 1000000000, "file": "/b/1.db"}"#.utf8).write(to: URL(fileURLWithPath: note))
    try FileManager.default.removeItem(atPath: directory)
    let old = try await Program.run("doctor", "--config", server.configuration)
    #expect(old.output.contains(#/warning +backups .* which is too old/#), "\(old.output)")
    let failed =
      #"{"at": 1000000000, "file": "/b/1.db", "failedAt": 1000000600, "failure": "the disk is full"}"#
    try Data(failed.utf8).write(to: URL(fileURLWithPath: note))
    let told = try await Program.run("doctor", "--config", server.configuration)
    #expect(told.output.contains(#/warning +backups .* failed: the disk is full\./#), "\(told.output)")
    let status = try await Program.run("status", "--data", scratch.data)
    #expect(status.output.contains("ago: the disk is full"), "\(status.output)")
    try FileManager.default.removeItem(atPath: note)
    let none = try await Program.run("doctor", "--config", server.configuration)
    #expect(none.output.contains(#/warning +backups +None is known\.\n/#), "\(none.output)")
  }
}
