"""Signing in by what the server sends, and the inbox that keeps it."""

import requests

from checks import Checks

NUMBER = "+15551230001"


class MessageChecks(Checks):
    """Codes and links from the inbox do on the sample page what they are for."""

    def check_phone_number_signs_in_and_is_linked(self):
        self.page.open()
        self.browser.click("#sign-in-phone-send")
        assert self.page.expect_error() == "INVALID_PHONE_NUMBER"
        self.browser.fill("#sign-in-phone-number", "+1 555 123-0001")
        self.browser.click("#sign-in-phone-send")
        self.browser.shown("#sign-in-phone-code")
        code = self.inbox.newest(NUMBER)["code"]
        self.page.code("sign-in-phone", "000000" if code != "000000" else "000001")
        assert self.page.expect_error() == "INVALID_CODE"
        self.shoot("phone-code")
        self.page.code("sign-in-phone", code)
        self.page.expect("created")
        assert self.page.account()["linked"] == ["phone"]
        assert self.page.claims()["phone_number"] == NUMBER
        self.page.sign_out()

        self.browser.click("#sign-in-anonymous")
        self.page.expect("created")
        self.browser.click("#link-phone-part summary")
        self.page.phone("link-phone", NUMBER, self.inbox)
        assert self.page.expect_error() == "PHONE_NUMBER_EXISTS"
        self.browser.click("#link-phone button[type=button]")
        self.page.phone("link-phone", "+15551230002", self.inbox)
        self.page.expect("linked")
        assert self.page.account()["linked"] == ["phone"]
        self.page.delete_account()
        self.page.phone("sign-in-phone", NUMBER, self.inbox)
        self.page.expect("signedIn")
        self.page.delete_account()

    def check_mailed_link_signs_in(self):
        for forgets in (False, True):
            self.page.open()
            self.browser.fill("#mail-link-email", "link@example.com")
            self.browser.click("#mail-link-send")
            self.page.expect("signInLinkSent")
            assert "to=link%40example.com" in self.browser.find("#banner-inbox").get_attribute("href")
            link = self.inbox.newest("link@example.com")["link"]
            if forgets:
                # As in another browser, which does not know for whom the link is.
                self.browser.forget()
            self.browser.go(link)
            if forgets:
                self.browser.fill("#link-owner-email", "somebody@example.com")
                self.browser.click("#link-owner-confirm")
                assert self.page.expect_error() == "INVALID_EMAIL"
                self.browser.go(link)
                self.browser.fill("#link-owner-email", "link@example.com")
                self.browser.click("#link-owner-confirm")
            self.page.expect("created")
            assert "oobCode" not in self.browser.driver.current_url
            assert self.page.claims()["email_verified"] is True
            # A link is good once.
            self.browser.go(link)
            self.browser.shown(".action-failure")
            self.page.open(forget=False)
            self.page.delete_account()

    def check_password_is_reset_by_a_mailed_link(self):
        self.page.open()
        self.page.password("reset@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created")
        uid = self.page.account()["uid"]
        self.page.sign_out()
        self.browser.fill("#password-email", "reset@example.com")
        self.browser.click("#password-forgot")
        self.page.expect("resetSent")
        self.browser.go(self.inbox.newest("reset@example.com")["link"])
        self.browser.fill("#new-password", "battery staple")
        self.browser.click("#action-submit")
        self.browser.click("#action-continue")
        self.page.ready()
        self.page.password("reset@example.com", "correct horse", "#password-sign-in")
        assert self.page.expect_error() in ("INVALID_LOGIN_CREDENTIALS", "INVALID_PASSWORD")
        self.page.password("reset@example.com", "battery staple", "#password-sign-in")
        self.page.expect("signedIn")
        assert self.page.account()["uid"] == uid
        self.page.delete_account()

    def check_address_is_verified_by_a_mailed_link(self):
        self.page.open()
        self.page.password("verify@example.com", "correct horse", "#password-sign-up")
        self.page.expect("created")
        assert self.browser.text("#account-email-verified") == "not verified"
        self.browser.click("#verify-email")
        self.page.expect("verificationSent")
        link = self.inbox.newest("verify@example.com")["link"]
        with self.inbox.tab():
            self.browser.go(link)
            self.page.ready()
        self.browser.click("#token-refresh")
        self.page.expect("refreshed")
        assert self.browser.text("#account-email-verified") == "verified"
        assert self.page.claims()["email_verified"] is True
        assert not self.browser.is_shown("#verify-email")
        self.page.delete_account()

    def check_inbox_filters_by_kind_and_recipient(self):
        self.inbox.open()
        everything = self.inbox.messages()
        assert {each["kind"] for each in everything} == {"mail", "sms"}, everything
        self.browser.driver.execute_script("document.querySelector('#inbox-kind').value = 'sms'")
        self.browser.fill("#inbox-to", "0001")
        self.browser.click("#inbox-apply")
        self.browser.until(lambda: self.browser.find("#inbox-all"), "the filter")
        shown = self.inbox.messages()
        assert shown and all(each["kind"] == "sms" and each["to"] == NUMBER for each in shown), shown
        assert self.browser.find("#inbox-to").get_attribute("value") == "0001"
        assert self.browser.find("#inbox-kind").get_attribute("value") == "sms"
        self.shoot("inbox-filtered")
        self.browser.fill("#inbox-to", "nobody@nowhere.example")
        self.browser.click("#inbox-apply")
        self.browser.shown("#inbox-empty")
        self.browser.click("#inbox-all")
        self.browser.until(lambda: self.inbox.messages() == everything, "everything")
        self.expect_accessible()

    def check_inbox_shows_the_html_of_a_mail_and_its_links_lead_on(self):
        self.inbox.open(to="verify@example.com")
        self.shoot("inbox-mail")
        message = self.inbox.messages()[0]
        driver = self.browser.driver
        home, before = driver.current_window_handle, set(driver.window_handles)
        frame = self.browser.shown(".message iframe")
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", frame)
        driver.switch_to.frame(frame)
        self.browser.shown("a[href*=oobCode]")
        assert self.browser.find("a[href*=oobCode]").get_attribute("href") == message["link"]
        assert self.browser.find("a").value_of_css_property("display") == "inline-block", "the mail has lost its looks"
        self.browser.find("a[href*=oobCode]").click()
        driver.switch_to.window(home)
        self.browser.until(lambda: set(driver.window_handles) - before, "the link's own page")
        driver.switch_to.window((set(driver.window_handles) - before).pop())
        self.browser.shown("#action-title")
        driver.close()
        driver.switch_to.window(home)

    def check_html_of_a_mail_runs_and_loads_nothing(self):
        self.inbox.open(to="verify@example.com")
        answer = requests.get(self.inbox.messages()[0]["html"], timeout=30)
        policy = dict(each.partition(" ")[::2] for each in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'" and policy["frame-ancestors"] == "'self'", policy
        assert "allow-scripts" not in policy["sandbox"] and "allow-same-origin" not in policy["sandbox"], policy
        foreign = {"Origin": "https://evil.example"}
        assert requests.get(answer.url, headers=foreign, timeout=30).status_code == 403

    def check_codes_and_links_are_copied(self):
        self.inbox.open(to=NUMBER)
        self.browser.click(".message-item button[data-copy]")
        self.browser.until(
            lambda: self.browser.text(".message-item button[data-copy]") in ("Copied", "Selected"), "the copy"
        )
