"""A group of operations after which the models are rendered once: with sixty models that takes most of the time of a migration."""

from django.db.migrations.operations.base import Operation


class Together(Operation):
    """Several operations, which all see the models as they are after the last one.

    So none may change a table that another one creates or changes.  New tables may refer to each other, and several indexes
    may be of one table.  Outside of it, Django renders every model that is connected with a changed one anew after each.
    """

    def __init__(self, operations):
        self.operations = operations

    def state_forwards(self, app_label, state):
        vars(state).pop("apps", None)  # the rendered models; Django renders them when it needs them
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self):
        return "; ".join(operation.describe() for operation in self.operations)
