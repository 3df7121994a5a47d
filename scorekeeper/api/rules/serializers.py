"""Serializers that describe questions to the referee, its answers and its games in the OpenAPI document (contract §4, §5)."""

from rest_framework import serializers

from scorekeeper.api.record_schemas import CARDS, SentenceShape, Shape


class QuestionShape(Shape):
    """A play to judge.  Leave out what nobody knows."""

    variant = serializers.CharField()
    house_rules = serializers.DictField(required=False)
    standing = serializers.CharField(required=False, help_text="The combination to beat.")
    play = serializers.CharField(help_text="Cards, or 'pass'.")
    hand = serializers.CharField(required=False, help_text=CARDS)
    next_holds = serializers.IntegerField(required=False)
    opening = serializers.BooleanField(required=False)
    announced = serializers.BooleanField(required=False)


class ClaimQuestionShape(Shape):
    """A claim in Four Color Cards to judge.  Leave out what nobody knows."""

    variant = serializers.CharField()
    house_rules = serializers.DictField(required=False)
    players = serializers.IntegerField(required=False, help_text="Their number.")
    seat = serializers.IntegerField(help_text="The seat that claims.")
    offered = serializers.CharField(help_text="The card that is claimed.")
    offered_by = serializers.IntegerField(help_text="The seat that discarded or drew it.")
    drawn = serializers.BooleanField(required=False, help_text="It was drawn, not discarded.")
    claim = serializers.CharField(help_text="'pong Hg Hg Hg', 'chi Hg Rg Cg' …")
    other_claims = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="'2: chi Hg Rg Cg' …"
    )
    hand = serializers.CharField(required=False, help_text=CARDS)


class AnswerShape(Shape):
    """The verdict on the play."""

    verdict = serializers.ChoiceField(["legal", "illegal", "unproven"])
    fault = serializers.CharField(required=False)
    rule = serializers.CharField(required=False)
    reason = serializers.CharField(required=False)
    combination = serializers.CharField(required=False)
    needs = serializers.ListField(child=serializers.CharField(), required=False)
    needs_templates = serializers.ListField(child=SentenceShape(), required=False)
    could_play = serializers.ListField(child=serializers.CharField(), required=False)
    meld = serializers.CharField(required=False, allow_null=True, help_text="Only for a claim.")
    goes_to = serializers.IntegerField(
        required=False, allow_null=True, help_text="Only for a claim: the seat whose claim stands."
    )


class HouseRuleShape(Shape):
    """A house rule of a variant: a named switch."""

    name = serializers.CharField()
    type = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.CharField(), required=False)
    rule = serializers.CharField()
    text = serializers.CharField()


class VariantShape(Shape):
    """A game that the referee knows, with its house rules."""

    variant = serializers.CharField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    house_rules = serializers.ListField(child=HouseRuleShape())


class VariantsShape(Shape):
    """All games, on one page."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = serializers.ListField(child=VariantShape())


class RulebookShape(Shape):
    """A variant's rulebook, printed from the tables that the referee judges by."""

    variant = serializers.CharField()
    house_rules = serializers.DictField()
    markdown = serializers.CharField()
