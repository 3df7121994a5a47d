"""Forms of imports: files to send, columns to choose, and players to choose in the review."""

import uuid

from django.core.files.uploadedfile import SimpleUploadedFile


def run_import(client, page, choices=None, **fields):
    """Send the form of a review with these choices by name, after it counted them; the default is what it proposes."""
    data = chosen(page, choices or {}) | fields
    if choices or fields:
        counted = client.post(page.request["PATH_INFO"], data | {"do": "count"})
        if counted.context:
            data["promised"] = counted.context["promised"]
    return client.post(page.request["PATH_INFO"], data, follow=True)


def chosen(page, choices):
    """Return the fields of a review with these choices: a player's id, "new", or the name of somebody else."""
    form = page.context["form"]
    data = {"promised": page.context["promised"]}
    for row in form.rows() if form else ():
        choice = str(choices.get(row.name, row.choice.value()) or "")
        is_offered = not choice or choice in [value for value, _label in row.choice.field.choices]
        data[row.choice.html_name] = choice if is_offered else "other"
        data[row.other.html_name] = "" if is_offered else choice
    return data


def all_new(page):
    """Return the choice of a new player for each name that is much like another, with a 2 behind a name that is taken."""
    asked = [row for row in page.context["form"].rows() if row.is_asked]
    return {
        row.name: "new" if "new" in dict(row.choice.field.choices) else f"{row.name} 2"
        for row in asked
    }


def count(client, page, choices=None):
    """Send the form of a review with these choices to be counted; return what is answered."""
    data = chosen(page, choices or {}) | {"do": "count"}
    return client.post(page.request["PATH_INFO"], data)


def sheet_files(*sheets):
    return [SimpleUploadedFile(sheet.name, sheet.content) for sheet in sheets]


def send(client, club, *files, **fields):
    """Send files; return the page that follows."""
    data = {"id": uuid.uuid4(), "text": "", "notation": "", "file": [*files], **fields}
    return client.post(f"/clubs/{club.pk}/import/", data, follow=True)


def choose_columns(client, page, **choices):
    """Confirm the guess on the page of the columns, except for these choices; return the page that follows."""
    form = page.context["form"]
    guess = {field: form[field].value() or "" for field in form.fields} | {"for_alike": ""}
    return client.post(page.request["PATH_INFO"], guess | choices, follow=True)


def asks_for_columns(page):
    return page.request["PATH_INFO"].endswith("/columns/")


def review(client, club, *sheets):
    """Send sheets and choose the columns of those that need it; return the review."""
    page = send(client, club, *sheet_files(*sheets))
    choices = {sheet.name: sheet.choices for sheet in sheets}
    while asks_for_columns(page):
        assert not page.context["form"].errors
        page = choose_columns(client, page, **choices[page.context["row"].name])
    return page
