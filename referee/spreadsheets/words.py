"""Words by which people head the columns and rows of score sheets, in the languages of card clubs, and frequent surnames.

Words only name what numbers cannot tell: arithmetic is asked first (``arithmetic``).
"""

import re
import unicodedata

from referee.spreadsheets.columns import ColumnRole

_HEADINGS: dict[ColumnRole, str] = {
    ColumnRole.DATE: "date|day|played|played on|played at|when|timestamp|time stamp|created at|created_at|played_on|date played|datum|tag"
    "|gespielt am|spieldatum|zeitstempel|date de la partie|jour|fecha|día|data|giorno|dia|dzień|den|дата|день|日期|日子|时间|時間"
    "|时间戳|時間戳|時間戳記|時間標記|日時|日付|날짜|일자|타임스탬프|petsa|ngày",
    ColumnRole.HAND: "hand|hands|deal|game|spiel|lfd|lfd nr|deal number|hand no|hand number|hand nr|deal no|deal number|game no|game number|no|nr"
    "|number|nummer|#|n°|nº|№|n|partie|manche|donne|mano|partida|partita|giocata|rozdání|rozdanie|kolo|hra|раздача|партия|局|局數|局数|局次|第几局|第幾局|場次|场次"
    "|把|盤|序號|序号|編號|编号|回|ゲーム|판|번호|hand #|game #|spiel nr|row|index",
    ColumnRole.PLACE: "place|where|venue|location|ort|spielort|lieu|lugar|luogo|miejsce|místo|место|地點|地点|地方|場所|장소",
    ColumnRole.EVENT: "event|tournament|evening|anlass|turnier|abend|tournoi|soirée|torneo|turniej|turnaj|турнир|活動|活动|賽事|赛事|大会|대회",
    ColumnRole.ROUND: "round|runde|ronde|tour|ronda|runda|тур|раунд|輪|轮|輪次|轮次|라운드",
    ColumnRole.TABLE: "table|tisch|tisch nr|mesa|tavolo|stół|stůl|стол|桌|桌號|桌号|테이블",
    ColumnRole.SEASON: "season|saison|temporada|stagione|sezon|sezóna|сезон|賽季|赛季|시즌",
    ColumnRole.NOTES: "note|notes|remark|remarks|comment|comments|notiz|notizen|bemerkung|bemerkungen|remarque|remarques|commentaire|nota"
    "|notas|uwagi|poznámka|примечание|備註|备注|註|備考|비고|メモ",
    ColumnRole.NAME: "player|players|name|names|who|spieler|spielerin|joueur|joueuse|nom|jugador|nombre|giocatore|nome|gracz|imię|hráč|jméno"
    "|игрок|имя|玩家|姓名|名字|選手|选手|プレイヤー|名前|氏名|선수|이름",
    ColumnRole.GAME: "variant|spielart",
    ColumnRole.VALUE: "point|points|score|scores|result|results|card|cards|cards left|left|cards remaining|remaining cards|place taken|punkte|ergebnis|karten|restkarten|rest|karten übrig|übrige karten"
    "|points marqués|puntos|punti|punkty|body|очки|分|分數|分数|得分|剩牌|剩牌數|剩牌数|剩餘|剩余|張數|张数|点数|점수",
}
_TOTALS = (
    "total|totals|grand total|subtotal|sub total|sub-total|sum|sums|summe|summen|endsumme|gesamtsumme|gesamt|zwischensumme|end|final"
    "|final score|endstand|total général|somme|totaal|totale|suma|razem|celkem|součet|итого|сумма|всего"
    "|合計|總計|總和|小計|總分|累計|合计|总计|总和|小计|总分|累计|總成績|总成绩|結算|结算|총점|합계|총합|計"
)
_OTHER_ROWS = (
    "average|averages|avg|mean|ø|durchschnitt|schnitt|mittelwert|moyenne|media|promedio|średnia|průměr|среднее|平均|평균"
    "|rank|ranks|ranking|place|platz|rang|position|pos|名次|排名|順位|순위|miejsce|pořadí|место"
    "|balance|money|payout|cash|euro|€|$|pay|bilanz|geld|auszahlung|saldo|bilan|余额|餘額|金額|金额|錢|钱|잔액"
    "|wins|won|siege|gewonnen|victoires|勝|胜|勝場|胜场|games|spiele|matches|max|min|best|worst|maximum|minimum"
)
_BESIDE = (
    "check|checksum|control|kontrolle|prüfsumme|winner|sieger|gewinner|gagnant|ganador|vincitore|zwycięzca|vítěz|победитель|贏家|赢家"
    "|勝者|승자|duration|time|dauer|zeit|email|e-mail|email address|id|username"
)
_NUMBERED = re.compile(
    r"(?:hand|deal|game|spiel|round|runde|r|h|g|no\.?|nr\.?|#|partie|manche|局|回|판)\s*#?\s*\d+\.?|第\s*[\d一二三四五六七八九十]+\s*[局輪轮回手把盤盘場场]|\d+\s*[局回판.]",
    re.IGNORECASE,
)
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
    "張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧蕭葉蘇呂盧鍾譚陸賈韋鄒閆龍賀顧龔萬錢嚴湯佐鈴高橋田伊藤山渡中小加"
    "김이박최정강조윤장임한오서신권황안송류전홍"
)


def _parts(*texts: str) -> frozenset[str]:
    return frozenset(_plain(word) for text in texts for word in text.split("|"))


def _plain(text: str) -> str:
    """Return a heading without capitals, width, underscores and the punctuation around it."""
    written = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.sub(r"[_.:]", " ", written).strip(" *()[]-–=").split())


_ROLES = {word: role for role, text in _HEADINGS.items() for word in _parts(text)}
_SUMS, _OTHERS, _IGNORED = _parts(_TOTALS), _parts(_OTHER_ROWS), _parts(_BESIDE)
_KNOWN = frozenset({*_ROLES, *_SUMS, *_OTHERS, *_IGNORED})


def role_of(heading: str) -> ColumnRole | None:
    """Return what a heading says that its column holds; None where it says nothing that is known.

    >>> role_of("Date:").value, role_of("局數").value, role_of("Punkte 2").value, role_of("Summer")
    ('date', 'hand', 'value', None)
    """
    plain = _plain(heading)
    if (role := _ROLES.get(plain)) is not None:
        return role
    shorter = _ROLES.get(re.sub(r"\s*\d+$", "", plain))
    return shorter if shorter in {ColumnRole.NAME, ColumnRole.VALUE} else None


def is_total(text: str) -> bool:
    """Return whether a text is a word for a sum, and nothing else.

    >>> is_total("總分"), is_total("Total:"), is_total("Summer"), is_total("Kim Sum")
    (True, True, False, False)
    """
    return _plain(text) in _SUMS


def is_summary(text: str) -> bool:
    """Return whether a text is a word for what is counted over several hands: a sum, an average, a rank, a balance."""
    return _plain(text) in _SUMS or _plain(text) in _OTHERS


def is_beside(text: str) -> bool:
    """Return whether a heading is a word for what tables have beside the players: checks, winners, sums."""
    return _plain(text) in _IGNORED or is_summary(text)


def is_numbered(heading: str) -> bool:
    """Return whether a heading is the number of a hand.

    >>> is_numbered("R1"), is_numbered("Hand 12"), is_numbered("第3局"), is_numbered("Ann")
    (True, True, True, False)
    """
    return bool(_NUMBERED.fullmatch(heading.strip()))


def is_known(word: str) -> bool:
    """Return whether a word with letters outside ASCII is one of these headings."""
    return _plain(word) in _KNOWN and not word.isascii()
