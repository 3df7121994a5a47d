"""Pages of imports into a club: sending a file, its dry run, the report of each record, cancelling.

Front door: the views that ``urls`` lists; no other package calls this one.
"""
