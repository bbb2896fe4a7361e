import Testing

@testable import Settings

@Suite("Settings of the copies of the database")
struct BackupSettingsTests {
  private static let origin = "publicOrigin: https://auth.example.com\n"
  private static let hour: Int64 = 3_600
  private static let day: Int64 = 86_400

  @Test("a schedule is a time between copies or a time of day, and nothing else")
  func schedules() {
    #expect(BackupSchedule(text: "6h") == .every(seconds: 21_600))
    #expect(BackupSchedule(text: "10m") == .every(seconds: 600))
    #expect(BackupSchedule(text: "03:30") == .daily(minute: 210))
    #expect(BackupSchedule(text: "00:00") == .daily(minute: 0))
    #expect(BackupSchedule(text: "23:59") == .daily(minute: 1_439))
    for text in [
      "", "6", "9m", "32d", "3:30", "24:00", "12:60", "03:30:00", "03:3", "-1:30", "٠٣:30", ":", "0 3 * * *",
      "600500ms", "1é:00",
    ] {
      #expect(BackupSchedule(text: text) == nil, "\(text)")
    }
  }

  // Fails when the day is counted from the last copy, or from midnight.
  @Test("a copy is due where there is none, after the time between two, and at the time of day")
  func due() {
    let every = BackupSchedule.every(seconds: 6 * Self.hour)
    #expect(every.isDue(after: nil, now: 0))
    #expect(!every.isDue(after: 1_000, now: 1_000 + 6 * Self.hour - 1))
    #expect(every.isDue(after: 1_000, now: 1_000 + 6 * Self.hour))
    let daily = BackupSchedule.daily(minute: 210)
    let time = 210 * 60 + 20_000 * Self.day
    #expect(daily.isDue(after: nil, now: time - 1))
    #expect(!daily.isDue(after: time - Self.day, now: time - 1))
    #expect(daily.isDue(after: time - Self.day, now: time))
    // One that was late, or made for another reason, does not move the time of day.
    #expect(daily.isDue(after: time - 60, now: time))
    #expect(!daily.isDue(after: time, now: time + Self.day - 1))
    #expect(daily.isDue(after: time + Self.hour, now: time + Self.day))
    #expect(daily.interval == Self.day)
  }

  @Test("the last copy is too old when two are missing")
  func late() {
    let schedule = BackupSchedule.every(seconds: Self.hour)
    #expect(!schedule.isLate(after: 0, now: 2 * Self.hour))
    #expect(schedule.isLate(after: 0, now: 2 * Self.hour + 1))
  }

  @Test("copies are in the data directory and kept for a month, unless something else is said")
  func values() throws {
    #expect(try Files().read(Self.origin).configuration.backup == nil)
    let usual = try Files().read(Self.origin + "data: {directory: /srv/data}\nbackup: {schedule: 03:30}")
    #expect(usual.mistakes.isEmpty, "\(usual.mistakes.map(\.text))")
    let backup = try #require(usual.configuration.backup)
    #expect(backup.schedule == .daily(minute: 210) && backup.directory == "/srv/data/backups")
    #expect(backup.retention == .seconds(30 * Self.day))
    let files = try Files()
    let own = try files.read(Self.origin + "backup: {schedule: 6h, directory: copies, retention: 0}")
    #expect(own.mistakes.isEmpty, "\(own.mistakes.map(\.text))")
    #expect(own.configuration.backup?.directory == files.directory.path + "/copies")
    #expect(own.configuration.backup?.retention == nil)
    let variable = try Files().read(Self.origin, environment: ["LATCHKEY_BACKUP_SCHEDULE": "12h"])
    #expect(variable.configuration.backup?.schedule == .every(seconds: 12 * Self.hour))
  }

  @Test(
    "what would make no copies, or keep none, is a mistake",
    arguments: [
      ("backup: {schedule: weekly}", "backup.schedule"), ("backup: {schedule: 1m}", "backup.schedule"),
      ("backup: {directory: copies}", "backup.directory"), ("backup: {retention: 7d}", "backup.retention"),
      ("backup: {schedule: 03:30, retention: 12h}", "backup.retention"),
      (
        "backup: {schedule: 03:30}\ndata: {database: 'postgresql:///latchkey?host=/run/postgresql'}",
        "backup.schedule"
      ),
    ])
  func mistakes(section: String, key: String) throws {
    let reading = try Files().read(Self.origin + section)
    #expect(reading.mistakes.map(\.key) == [key], "\(reading.mistakes.map(\.text))")
  }

  @Test("another database of a PostgreSQL is named beside all that its address says, the password included")
  func otherDatabase() throws {
    for (address, other) in [
      ("postgresql://u@h/one", "postgresql://u@h/one?dbname=two"),
      ("postgresql://u@h/one?sslmode=verify-full", "postgresql://u@h/one?sslmode=verify-full&dbname=two"),
    ] {
      let named = try PostgreSQLAddress(address).naming(database: "two")
      #expect(named.uri == other && named.name == "PostgreSQL two at h")
    }
  }
}
