"""What the comparison calls a difference. python3 Tools/replay/test_compare.py"""

import copy
import unittest

import compare

UID, OTHER, THIRD = "1I2X44lyNQuF43jN6Z6AhyjiyFhA", "nIV2kCtATmXZXXmgXmMlvMl0oVRe", "cl8KzbgGnGkeVH0C2RrkETzxM9Yb"
STEP = {"label": "sign-up", "request": "POST /v1/accounts:signUp", "sent": "{}", "status": 200,
        "headers": ["content-type: application/json", "cache-control: no-store"],
        "body": f'{{"kind":"made","localId":"{UID}","idToken":"JWT({{\'iss\':\'x\',\'sub\':\'{UID}\'}}.sound)"}}',
        "mails": ["Reset your password [http://127.0.0.1:<port>/action]"], "calls": [],
        "rows": [f"accounts + local_id: {UID}; created_at: 1772438400007; email: null",
                 f"audit_records + action: account.creation; account: {UID}; hash: chained"]}


class ComparisonTests(unittest.TestCase):
    def differences(self, change=lambda step: None, random=UID):
        other = {name: self.replaced(value, random) for name, value in copy.deepcopy(STEP).items()}
        change(other)
        return [found.what for found in compare.differences("part", [STEP], [other])[0]]

    def replaced(self, value, random):
        if isinstance(value, list):
            return [self.replaced(each, random) for each in value]
        return value.replace(UID, random) if isinstance(value, str) else value

    def assert_found(self, change, start):
        for random in (UID, OTHER):
            found = self.differences(change, random)
            self.assertTrue(found and all(text.startswith(start) for text in found), found)

    def test_the_same_is_the_same(self):
        self.assertEqual(self.differences(), [])

    def test_other_randomness_in_the_same_places_is_the_same(self):
        self.assertEqual(self.differences(random=OTHER), [])

    def test_other_randomness_in_one_place_is_found(self):
        self.assert_found(lambda step: step["rows"].__setitem__(1, step["rows"][1].replace(UID, THIRD).replace(
            OTHER, THIRD)), "rows")

    def test_the_order_of_rows_says_nothing(self):
        self.assertEqual(self.differences(lambda step: step["rows"].reverse(), OTHER), [])

    def test_changes_are_found(self):
        def put(name, old, new):
            return lambda step: step.__setitem__(name, [text.replace(old, new) for text in step[name]])

        def text(old, new):
            return lambda step: step.__setitem__("body", step["body"].replace(old, new))
        for change, start in [
                (lambda step: step.__setitem__("status", 201), "status"), (put("headers", "no-store", "no-cache"), "headers"),
                (lambda step: step["headers"].pop(), "headers"), (text("made", "make"), "body.kind"),
                (text("'iss':'x',", ""), "body.idToken"), (text('"kind":"made",', ""), "body.kind"),
                (text(".sound", ".unsigned"), "body.idToken"), (text("{", "{ "), "body"),
                (put("mails", "Reset", "Change"), "mails"), (lambda step: step["mails"].clear(), "mails"),
                (lambda step: step["rows"].pop(), "rows"), (lambda step: step["rows"].append("extra + 1"), "rows"),
                (put("rows", "1772438400007", "1772438400008"), "rows"), (put("rows", "email: null", "email: a"), "rows")]:
            with self.subTest(start):
                self.assert_found(change, start)

    def test_the_order_of_members_is_found(self):
        self.assert_found(lambda step: step.__setitem__("body", self.turned(step["body"])), "body: order")

    @staticmethod
    def turned(body):
        rest = body.removeprefix('{"kind":"made",').removesuffix("}")
        return "{" + rest + ',"kind":"made"}'

    def test_words_are_not_taken_for_randomness(self):
        for word in ("INVALID_REFRESH_TOKEN", "SignupNewUserResponse", "1772438400007", "email_verified"):
            self.assertFalse(compare.looks_random(word), word)
        for value in (UID, "736338318ca7a20d78276784dd49a65ffafbd279", "123456"):
            self.assertTrue(compare.looks_random(value), value)


if __name__ == "__main__":
    unittest.main()
