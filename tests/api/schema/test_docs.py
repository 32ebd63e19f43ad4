"""The recipes of docs/api.md: each names a call that exists, and its JSON is taken as it stands."""

import re

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from tests.environment import PROJECT
from verification.api.calls.problems import Code

TEXT = (PROJECT / "docs" / "api.md").read_text(encoding="utf-8")
RECIPES = "\n".join(re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL))


def test_recipes_name_calls_that_exist() -> None:
    paths = re.findall(r'"\$API/([^"?]*)', RECIPES)
    assert len(paths) >= 15
    for path in paths:
        try:
            match = resolve(f"/api/v1/{path.replace('$RUN', '1').replace('$ONE', '1').replace('$BATCH', '1').replace('$DOCUMENT', '1')}")
        except Resolver404:
            match = None
        assert match is not None, path
        assert match.url_name != "nowhere", path


def test_question_of_the_recipe_is_answered(program: Client, db: None) -> None:
    body = re.search(r"consensus/\" -d '(\{.*?\n\})'", RECIPES, re.DOTALL)
    assert body is not None
    response = program.post("/api/v1/consensus/", body[1], content_type="application/json")
    assert (response.status_code, response.json()["number"], response.json()["badge"]) == (200, "3.5", "cross_validated")


@pytest.mark.parametrize("code", Code)
def test_every_code_is_explained(code: Code) -> None:
    assert f"`{code}`" in TEXT or code == Code.SERVER_ERROR
