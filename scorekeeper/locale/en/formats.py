"""English dates: the month in full in sentences and headings, three letters of it in narrow columns and beside a time.

Django's own formats abbreviate only some months ("Feb. 3, 2026" beside "March 3, 2026"), and write 02/03/2026, which
readers outside of America take for a day of March.  Its "8:30 p.m." would put a second full stop at the end of a sentence.
"""

DATE_FORMAT = "F j, Y"
DATETIME_FORMAT = "F j, Y, g:i A"
SHORT_DATE_FORMAT = "M j, Y"
SHORT_DATETIME_FORMAT = "M j, Y, g:i A"
