"""English dates: the month in full in sentences and headings, three letters of it in narrow columns and beside a time.

Django's own formats abbreviate only some months ("Feb. 3, 2026" beside "March 3, 2026"), and write 02/03/2026, which
readers outside of America take for a day of March.
"""

DATE_FORMAT = "F j, Y"
DATETIME_FORMAT = "F j, Y, P"
SHORT_DATE_FORMAT = "M j, Y"
SHORT_DATETIME_FORMAT = "M j, Y, P"
