"""URLs of the rulebooks and of questions to the referee."""

from django.urls import URLPattern, path

from scorekeeper.pages.rules import ask_referee, rule_texts, rulebooks

urlpatterns: list[URLPattern] = [
    path("ask/", ask_referee.ask, name="ask"),
    path("ask/<slug:variant>/", ask_referee.ask, name="ask"),
    path("rules/", rulebooks.rulebooks, name="rulebooks"),
    path("rules/<slug:variant>/", rulebooks.rulebook, name="rulebook"),
    path("rules/<slug:variant>/sentences.json", rule_texts.sentences, name="rule-sentences"),
]
