"""API of disputes and rulings.

views        clubs/{club}/disputes/ (the queue), hands/{hand}/disputes/, disputes/{dispute}/ with withdrawal/ and ruling/
statements   disputes/{dispute}/statements/
precedents   clubs/{club}/rulings/
serializers  disputes as JSON; ``stakes`` has the part about what a ruling would change
"""
