"""API of the referee, for anybody: nothing is stored.

views        adjudicate/, ask/, variants/, variants/{variant}/rulebook/, schemas/{name}.json
serializers  questions, answers and games in the OpenAPI document
"""
