"""Collects what the checks found."""


class Findings:
    def __init__(self):
        self.passed = 0
        self.failed = []

    def expect(self, condition, text):
        """Records a check. The text says what should be so."""
        if condition:
            self.passed += 1
        else:
            self.failed.append(text)
            print(f"  FAILED: {text}")
        return bool(condition)

    def equal(self, found, expected, text):
        return self.expect(found == expected, f"{text}: {found!r}, not {expected!r}")

    def note(self, text):
        print(f"  {text}")
