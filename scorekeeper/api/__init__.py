"""The HTTP API under /api/v1/: views, serializers and representations by domain, over shared machinery.

urls                    every route
errors.problem_handler  exceptions as problem details (RFC 9457)
declarations            methods and parameters that a route does not declare are refused
etags, idempotency      conditional requests; repeated requests
schema                  the OpenAPI document
"""
