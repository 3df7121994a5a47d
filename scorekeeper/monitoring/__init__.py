"""The service itself: health checks, metrics for Prometheus, logs, and limits of what holds its threads.

Front door:

- ``health``: the views behind /healthz/, /readyz/ and /metrics/
- ``metrics``: gauges computed from the database and the queue; ``queue_length``
- ``request_metrics``: middleware and histogram of request durations
- ``guarded_cache``: the cache on Redis, and one in each process while Redis does not answer
- ``outages``: tells a database that is away from an error of this program
- ``replicas``: reads go to a streaming replica where that cannot be noticed
- ``route_costs``: what each route costs, and its limits; ``places``: how many are answered at once
- ``streaming``: answers that are sent line by line, with nothing open in the database; ``line_budget`` counts them
- ``logs``: JSON log lines, request ids, masking of secrets
- ``exporters``: starts ``telemetry`` (OpenTelemetry) and ``error_reports`` (Sentry) where a variable names a receiver
"""
