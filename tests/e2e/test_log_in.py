"""A person logs in and out in a real browser."""

from django.contrib.auth.base_user import AbstractBaseUser
from playwright.sync_api import Page, expect


def test_an_analyst_logs_in_by_keyboard_and_sees_the_dashboard(page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    page.goto("/")
    expect(page).to_have_url(f"{base_url}/login/?next=/")
    page.locator("input[name=username]").fill(analyst.get_username())
    page.locator("input[name=password]").fill("correct horse battery")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{base_url}/")
    expect(page.locator("h1")).to_be_visible()


def test_a_wrong_password_is_said_and_the_name_is_kept(page: Page, base_url: str, analyst: AbstractBaseUser) -> None:
    page.goto("/login/")
    page.locator("input[name=username]").fill(analyst.get_username())
    page.locator("input[name=password]").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_be_visible()
    expect(page.locator("input[name=username]")).to_have_value(analyst.get_username())
