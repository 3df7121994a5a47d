"""API of clubs and the people in them.

views                  clubs/, clubs/{club}/members/
players, seasons       clubs/{club}/players/, players/{player}/, and seasons likewise
merges_and_erasures    clubs/{club}/merges/, merges/{merge}/reversal/, players/{player}/erasure/
audit_log              clubs/{club}/audit/
"""
