"""What the referee says, for the catalogs of the languages.  Written by ``manage.py catalogs``."""

from django.utils.translation import gettext_noop

SENTENCES = (
    gettext_noop(" Seat {holder} showed the {card} in event {shown}."),
    gettext_noop("1 card left"),
    gettext_noop("1 card left, counted as {points}"),
    gettext_noop("20"),
    gettext_noop("A bomb beats even the highest single."),
    gettext_noop("A card is left over: {cards} alone is no meld.{proof}"),
    gettext_noop("A drawn general must be taken"),
    gettext_noop("A gang must be played if no single is high enough"),
    gettext_noop("A higher kind of five cards beats a lower kind."),
    gettext_noop("A lucky card is turned after a forced end too."),
    gettext_noop("A lucky card is turned when the hand has ended, and it had not."),
    gettext_noop("A pair is made with a claimed card only for hu."),
    gettext_noop(
        "A {standing_kind} is followed by a {standing_kind} only, not by seat {seat}'s {play}."
    ),
    gettext_noop("A {standing_kind} is followed by a {standing_kind} only, not by the {play}."),
    gettext_noop("After hu the top card of the stock is turned and counts for each like it."),
    gettext_noop("Announcing the last card"),
    gettext_noop("Any number of actions went unseen."),
    gettext_noop("Base"),
    gettext_noop("Before a player with one card, lead the highest single"),
    gettext_noop("Before a seat with one card, a single that must be led is the highest."),
    gettext_noop("Before a seat with one card: play the highest single, lead several cards."),
    gettext_noop("Before a seat with one card: the highest single, several cards on the lead."),
    gettext_noop("Before later hands the loser gives its highest card and gets another."),
    gettext_noop("Big Two"),
    gettext_noop("Bombs"),
    gettext_noop("Bombs beat the highest single"),
    gettext_noop("Cards are left over, whatever they are."),
    gettext_noop("Cards are left over: {cards} cannot all be laid in melds.{proof}"),
    gettext_noop("Cards left that count several times"),
    gettext_noop("Cards of seat {seat} that nobody saw decide whether this was allowed."),
    gettext_noop("Cards of the player that nobody saw decide whether this was allowed."),
    gettext_noop("Cards of the stock that are never drawn"),
    gettext_noop("Cards of the stock that are never drawn."),
    gettext_noop("Credits"),
    gettext_noop("Deck"),
    gettext_noop("Direction"),
    gettext_noop("Duties before a player with one card"),
    gettext_noop("Equal totals at the end"),
    gettext_noop("Every {card} already lay on the table, the last from event {shown}."),
    gettext_noop(
        "Every {card} had already been played, the last by seat {holder} in event {shown}."
    ),
    gettext_noop("Exchange"),
    gettext_noop("Finisher without a discard"),
    gettext_noop("First play of a hand"),
    gettext_noop("First player of the next hand"),
    gettext_noop("Five cards: a higher kind beats a lower kind"),
    gettext_noop("Flush"),
    gettext_noop("Four Color Cards"),
    gettext_noop("Four generals of one color are a meld"),
    gettext_noop("Four generals of one color are a meld."),
    gettext_noop("Four of a kind and straight flush may be played on anything."),
    gettext_noop("From how many cards left they count several times."),
    gettext_noop("Gan must be called"),
    gettext_noop("Gang of Four"),
    gettext_noop("Gang of Four, loser scores"),
    gettext_noop("Hand size"),
    gettext_noop("Hands of a game"),
    gettext_noop("Hong Kong"),
    gettext_noop("How many cards are dealt to each; the first player has one more."),
    gettext_noop(
        "How many cards the seat after seat {seat} held decides whether this was allowed."
    ),
    gettext_noop("How many cards the seat after the player held decides whether this was allowed."),
    gettext_noop("How many equal cards make a gang."),
    gettext_noop("How many hands make a game."),
    gettext_noop("How the seats settle after a hand."),
    gettext_noop("Hu before the first discard"),
    gettext_noop("Hu may be called from the threshold on only."),
    gettext_noop("Hu must be called"),
    gettext_noop("Hu only from the threshold on"),
    gettext_noop("It was not seat {seat}'s turn."),
    gettext_noop("It was not seat {seat}'s turn: seat {turn} had the lead."),
    gettext_noop("It was not seat {seat}'s turn: seat {turn} was to act."),
    gettext_noop("It was not the player's turn."),
    gettext_noop("It was not the player's turn: seat {turn} had the lead."),
    gettext_noop("It was not the player's turn: seat {turn} was to act."),
    gettext_noop("Lucky card"),
    gettext_noop("Lucky card after a forced end"),
    gettext_noop("Lucky points help to reach the threshold"),
    gettext_noop("Lucky points help to reach the threshold."),
    gettext_noop("No card was due from seat {seat}."),
    gettext_noop("No card was due from the player."),
    gettext_noop("No card was on offer: seat {turn} was to discard."),
    gettext_noop("No card was on offer: the first player was to discard."),
    gettext_noop("Nobody claims its own discard."),
    gettext_noop("Nobody saw the card given."),
    gettext_noop("Nobody saw what seat {seat} did."),
    gettext_noop("Nobody saw what the player did."),
    gettext_noop("Nobody saw what was done here."),
    gettext_noop("Not all cards that seat {seat} played were seen."),
    gettext_noop("Not all cards that the player played were seen."),
    gettext_noop("Not all the cards laid down were seen: whether they are a meld is not known."),
    gettext_noop("Nothing beats the {standing}: its player leads again."),
    gettext_noop("Only seat {source}, who drew the card, and the next seat may chi it."),
    gettext_noop("Only seat {source}, who drew the card, may chi it."),
    gettext_noop("Only the next seat after seat {source} may chi its discard."),
    gettext_noop("Order of the suits"),
    gettext_noop("Pairs with a claimed card"),
    gettext_noop("Play goes on until one seat holds cards."),
    gettext_noop("Play on until one player is left"),
    gettext_noop("Points for each place."),
    gettext_noop("Points for four generals"),
    gettext_noop("Points for places"),
    gettext_noop("Points for soldiers"),
    gettext_noop("Price of the cards left"),
    gettext_noop("Pusoy Dos"),
    gettext_noop("Rounds"),
    gettext_noop(
        "Seat {drawer} drew the {card} and had to take it: a drawn general is not left lying."
    ),
    gettext_noop("Seat {giver} owed seat {receiver} a card before the first play."),
    gettext_noop(
        "Seat {holder} leads the hand, not seat {seat}: the {card} is the opening card, and {proof}."
    ),
    gettext_noop(
        "Seat {holder} leads the hand, not the player: the {card} is the opening card, and {proof}."
    ),
    gettext_noop("Seat {other} called {claim}, which goes before seat {seat}'s {own}."),
    gettext_noop(
        "Seat {other} could call {claim} on the {card} and had to: it was passed over.{proof}"
    ),
    gettext_noop("Seat {seat} calls {claim} with {melds}, in vain."),
    gettext_noop("Seat {seat} calls {claim}: {melds}."),
    gettext_noop("Seat {seat} claims nothing."),
    gettext_noop("Seat {seat} could not do this: it was to discard."),
    gettext_noop("Seat {seat} could not do this: it was to draw."),
    gettext_noop("Seat {seat} could not do this: seat {turn} was to discard."),
    gettext_noop("Seat {seat} could not do this: seat {turn} was to draw."),
    gettext_noop(
        "Seat {seat} did not announce its last card: it may only pass for the rest of the hand."
    ),
    gettext_noop(
        "Seat {seat} did not hold so many {card}: only {left} of {copies} had not been on the table."
    ),
    gettext_noop(
        "Seat {seat} did not hold the {card} {number} times: only {left} of {copies} had not been played."
    ),
    gettext_noop("Seat {seat} did not hold the {card}."),
    gettext_noop("Seat {seat} did not hold the {card}: {proof}."),
    gettext_noop("Seat {seat} discards a card that nobody saw."),
    gettext_noop("Seat {seat} discards the {card}."),
    gettext_noop("Seat {seat} draws a card that nobody saw."),
    gettext_noop("Seat {seat} draws the {card}."),
    gettext_noop("Seat {seat} gives {cards} to seat {to}."),
    gettext_noop("Seat {seat} had only {count} left, not {number}."),
    gettext_noop(
        "Seat {seat} had to give its highest card: by elimination it held the {card} or a higher one."
    ),
    gettext_noop("Seat {seat} had to give its highest card: it held the {card}; {proof}."),
    gettext_noop("Seat {seat} had to give its highest card: it still held the {card}; {proof}."),
    gettext_noop(
        "Seat {seat} had to lead several cards, or else its highest single: whatever it held, this was neither."
    ),
    gettext_noop(
        "Seat {seat} had to lead several cards, the next seat holding one: it held a {several}; {proof}."
    ),
    gettext_noop("Seat {seat} had to lead several cards: whatever it held, it could."),
    gettext_noop(
        "Seat {seat} had to play its gang, the next seat holding one card: it held a {gang}; {proof}."
    ),
    gettext_noop(
        "Seat {seat} had to play its highest single or a gang: whatever it held, it had one of them."
    ),
    gettext_noop(
        "Seat {seat} had to play its highest single, the next seat holding one card: it held the {card}; {proof}."
    ),
    gettext_noop(
        "Seat {seat} had to play its highest single: by elimination it held the {card} or a higher one."
    ),
    gettext_noop("Seat {seat} has the lead and must play."),
    gettext_noop("Seat {seat} is first player and begins with a discard."),
    gettext_noop("Seat {seat} leads the first trick."),
    gettext_noop("Seat {seat} leads {cards}."),
    gettext_noop("Seat {seat} must discard."),
    gettext_noop("Seat {seat} passes."),
    gettext_noop("Seat {seat} played {number} where {size} must be beaten."),
    gettext_noop("Seat {seat} played {number} where {size} must be beaten: the {standing} stands."),
    gettext_noop("Seat {seat} plays {cards}."),
    gettext_noop("Seat {seat} returned the {card} that it had been given; any other card was due."),
    gettext_noop("Seat {seat} takes that back."),
    gettext_noop("Seat {seat} turns a card that nobody saw as the lucky card."),
    gettext_noop("Seat {seat} turns the {card} as the lucky card."),
    gettext_noop("Seat {seat}'s melds score {points}; hu takes {threshold} here."),
    gettext_noop("Seat {seat}'s {play} does not beat the {standing} on the table."),
    gettext_noop("Seat {source} drew the {card} and must take it: only hu or gan go before."),
    gettext_noop("Settlement"),
    gettext_noop("Size of a gang"),
    gettext_noop("Soldiers of one color as melds"),
    gettext_noop("Straights"),
    gettext_noop("Taiwan"),
    gettext_noop("The card received may be given back"),
    gettext_noop("The card was the {card}: {shown}. {reason}"),
    gettext_noop("The discard may have been a general."),
    gettext_noop("The discarder pays for everybody"),
    gettext_noop(
        "The exchange was at seat {giver}'s gift to seat {receiver}, not seat {seat}'s to seat {to}."
    ),
    gettext_noop(
        "The exchange was at seat {giver}'s gift to seat {receiver}, not the player's to seat {to}."
    ),
    gettext_noop("The first play of the hand must contain the {card}."),
    gettext_noop("The first player begins with a discard."),
    gettext_noop("The first player may call hu before the first discard."),
    gettext_noop("The first player, seat {turn}, begins with a discard."),
    gettext_noop("The hand begins."),
    gettext_noop("The hand is opened with the {card} alone."),
    gettext_noop("The hand was over: no card is turned any more."),
    gettext_noop("The hand was over: nothing after it counts."),
    gettext_noop("The highest single ends the trick"),
    gettext_noop("The highest single ends the trick at once."),
    gettext_noop("The lucky card is seat {finisher}'s."),
    gettext_noop("The next player may chi a card that was drawn."),
    gettext_noop("The next player may chi a drawn card"),
    gettext_noop("The number of hands of a game."),
    gettext_noop("The order of the suits, lowest first."),
    gettext_noop(
        "The player did not announce its last card: it may only pass for the rest of the hand."
    ),
    gettext_noop(
        "The player did not hold the {card} {number} times: only {left} of {copies} had not been played."
    ),
    gettext_noop("The player did not hold the {card}."),
    gettext_noop("The player did not hold the {card}: {proof}."),
    gettext_noop("The player had only {count} left, not {number}."),
    gettext_noop(
        "The player had to give its highest card: by elimination it held the {card} or a higher one."
    ),
    gettext_noop("The player had to give its highest card: it held the {card}."),
    gettext_noop("The player had to give its highest card: it still held the {card}."),
    gettext_noop(
        "The player had to lead several cards, or else its highest single: whatever it held, this was neither."
    ),
    gettext_noop(
        "The player had to lead several cards, the next player holding one: it held a {several}."
    ),
    gettext_noop("The player had to lead several cards: whatever it held, it could."),
    gettext_noop(
        "The player had to play its gang, the next player holding one card: it held a {gang}."
    ),
    gettext_noop(
        "The player had to play its highest single or a gang: whatever it held, it had one of them."
    ),
    gettext_noop(
        "The player had to play its highest single, the next player holding one card: it held the {card}."
    ),
    gettext_noop(
        "The player had to play its highest single: by elimination it held the {card} or a higher one."
    ),
    gettext_noop("The player has the lead and must play."),
    gettext_noop("The player played {number} where {size} must be beaten."),
    gettext_noop("The player played {number} where {size} must be beaten: the {standing} stands."),
    gettext_noop("The player returned the {card} that it had been given; any other card was due."),
    gettext_noop("The points from which a finisher collects."),
    gettext_noop("The stock did not hold the {card}."),
    gettext_noop("The stock did not hold the {card}: {proof}."),
    gettext_noop("The stock was empty: the hand is washed out and nobody has points."),
    gettext_noop("The stock was empty: there is no lucky card."),
    gettext_noop("The total that ends the game."),
    gettext_noop("The winner may give back the very card it was given."),
    gettext_noop("The winning card counts as concealed"),
    gettext_noop("The {card} had already been played, by seat {holder} in event {shown}."),
    gettext_noop("The {card} is a general: generals are never discarded."),
    gettext_noop("The {card} leads the hand, and seat {seat} is proved not to have held it."),
    gettext_noop("The {card} leads the hand, and the player is proved not to have held it."),
    gettext_noop("The {offered} was on offer, not the {card}."),
    gettext_noop("The {play} does not beat the {standing} on the table."),
    gettext_noop("This meld ({meld}) is claimed with {right}, not with {claim}."),
    gettext_noop("Three of a rank may be played."),
    gettext_noop("Threshold"),
    gettext_noop("Too much is open to prove what seat {seat} could lead."),
    gettext_noop("Too much is open to prove what the player could lead."),
    gettext_noop("Total that ends the game"),
    gettext_noop("Triples"),
    gettext_noop("What a finisher without a discard scores."),
    gettext_noop("What a phoenix may stand for."),
    gettext_noop("What a phoenix stands for"),
    gettext_noop("What every player starts with."),
    gettext_noop("What four generals of one color score, exposed and concealed."),
    gettext_noop("What happens when the best totals are equal."),
    gettext_noop("What is paid on top of the difference."),
    gettext_noop("What may follow five cards"),
    gettext_noop("What may follow five cards."),
    gettext_noop("What seat {seat} had to beat was not seen."),
    gettext_noop("What soldiers of three and of four colors score."),
    gettext_noop("What the cards left cost."),
    gettext_noop("What the first play of a hand must contain."),
    gettext_noop("What the player had to beat was not seen."),
    gettext_noop("Whatever the unseen cards were: {reason}"),
    gettext_noop("When a pair may be made with a claimed card."),
    gettext_noop("When the meld with the winning card is concealed."),
    gettext_noop("Where no single beats the table, a gang that is held must be played."),
    gettext_noop("Whether a drawn general was left lying before this was not seen."),
    gettext_noop("Whether cards were left over was not seen."),
    gettext_noop("Whether five of a suit may be played, and whether rank or suit decides."),
    gettext_noop("Whether hu reaches the threshold depends on cards laid before that nobody saw."),
    gettext_noop("Whether hu reaches the threshold depends on the melds that were laid before."),
    gettext_noop("Whether it was seat {seat}'s turn depends on what nobody saw."),
    gettext_noop("Whether it was the player's turn depends on what nobody saw."),
    gettext_noop("Whether seat {other} could call {claim}, and so had to, is not known."),
    gettext_noop("Whether seat {other}'s {claim}, which goes first, was possible is not known."),
    gettext_noop("Whether seat {seat} had nothing to discard, which ends the hand, is not known."),
    gettext_noop("Whether seat {seat} had the lead depends on what nobody saw."),
    gettext_noop("Whether seat {seat} held the twin of the card it was given was not seen."),
    gettext_noop("Whether seat {seat} returned the card that it had been given was not seen."),
    gettext_noop("Whether seat {seat} was the first player, who had to discard, is not known."),
    gettext_noop("Whether seat {seat} was the one to lead is not known."),
    gettext_noop(
        "Whether the hand was over before this, seat {other} having finished, is not known."
    ),
    gettext_noop("Whether the last card must be announced."),
    gettext_noop("Whether the next player holds one card decides whether this is allowed."),
    gettext_noop("Whether the player had the lead depends on what nobody saw."),
    gettext_noop("Whether the player held the twin of the card it was given was not seen."),
    gettext_noop("Whether the player returned the card that it had been given was not seen."),
    gettext_noop("Whether the player was the one to lead is not known."),
    gettext_noop("Whether the rest of seat {seat}'s hand is all melds is not known."),
    gettext_noop("Whether this is the first play of the hand decides whether it is allowed."),
    gettext_noop("Whether this was allowed depends on cards played before that nobody saw."),
    gettext_noop("Which card was on offer, and to whom, was not seen."),
    gettext_noop("Which cards are used."),
    gettext_noop("Which runs are straights, and in which order."),
    gettext_noop("Which sets of soldiers of one color are melds."),
    gettext_noop("Which way round the table plays."),
    gettext_noop("Who can call gan must."),
    gettext_noop("Who can call hu must."),
    gettext_noop("Who discarded the winning card pays for everybody."),
    gettext_noop("Who draws a general must take it."),
    gettext_noop("Who has passed may not play again in that trick."),
    gettext_noop("Who is first player in the next hand."),
    gettext_noop("Who leads after a seat has gone out."),
    gettext_noop("Who leads after somebody went out"),
    gettext_noop("Who leads the later hands."),
    gettext_noop("Who leads the next hand"),
    gettext_noop("Who won and who lost the hand before is not known."),
    gettext_noop("Who won the hand before, and leads, is not known."),
    gettext_noop("Whoever passes is out of the trick"),
    gettext_noop("a and 2 low only"),
    gettext_noop("a number"),
    gettext_noop("a number above 0, or the text none"),
    gettext_noop("a number from 0 up"),
    gettext_noop("a whole number above 0"),
    gettext_noop("a whole number above 0, or the text none"),
    gettext_noop("a whole number from 0 up"),
    gettext_noop("a {combination}"),
    gettext_noop("aces"),
    gettext_noop("adviser"),
    gettext_noop("all"),
    gettext_noop("alternate"),
    gettext_noop("always"),
    gettext_noop("always pays"),
    gettext_noop("another seat pays for all"),
    gettext_noop("answer then next leads"),
    gettext_noop("anticlockwise"),
    gettext_noop("any higher"),
    gettext_noop("auto"),
    gettext_noop("base"),
    gettext_noop("blocked: the last card was not announced"),
    gettext_noop("blue"),
    gettext_noop("by rank"),
    gettext_noop("by suit"),
    gettext_noop("cannon"),
    gettext_noop("chariot"),
    gettext_noop("chi"),
    gettext_noop("circular"),
    gettext_noop("clockwise"),
    gettext_noop("clubs"),
    gettext_noop("collects {sum}"),
    gettext_noop("command"),
    gettext_noop("diamonds"),
    gettext_noop("did not lose the hand"),
    gettext_noop("discarded the winning card: pays seat {to} for all"),
    gettext_noop("eights"),
    gettext_noop("elephant"),
    gettext_noop("every other card of seat {holder} is accounted for elsewhere"),
    gettext_noop("extra hand"),
    gettext_noop("field"),
    gettext_noop("finisher"),
    gettext_noop("first place"),
    gettext_noop("fives"),
    gettext_noop("flush"),
    gettext_noop("flush in {suit} ({cards})"),
    gettext_noop("four generals"),
    gettext_noop("four numbers, for first to fourth"),
    gettext_noop("four of a kind"),
    gettext_noop("four only"),
    gettext_noop("four soldiers"),
    gettext_noop("four to seven"),
    gettext_noop("four-of-a-kind of {rank} ({cards})"),
    gettext_noop("fours"),
    gettext_noop("fourth place"),
    gettext_noop("free"),
    gettext_noop("full house"),
    gettext_noop("full house of {rank} ({cards})"),
    gettext_noop("gan"),
    gettext_noop("gang of five"),
    gettext_noop("gang of five {rank} ({cards})"),
    gettext_noop("gang of four"),
    gettext_noop("gang of four {rank} ({cards})"),
    gettext_noop("gang of seven"),
    gettext_noop("gang of seven {rank} ({cards})"),
    gettext_noop("gang of six"),
    gettext_noop("gang of six {rank} ({cards})"),
    gettext_noop("general"),
    gettext_noop("green"),
    gettext_noop("had nothing to discard: pays {threshold} + {base} to each"),
    gettext_noop("hearts"),
    gettext_noop("horseman"),
    gettext_noop("how many cards the seat after seat {seat} held before event {event}"),
    gettext_noop("how many cards the seat after the player held before the play"),
    gettext_noop("hu"),
    gettext_noop("if self drawn"),
    gettext_noop("it came from the stock in event {shown}"),
    gettext_noop("it was dealt to seat {holder}"),
    gettext_noop("jacks"),
    gettext_noop("kings"),
    gettext_noop("literal 42"),
    gettext_noop("loser only"),
    gettext_noop("lost the hand: {cards_left}"),
    gettext_noop("lowest card"),
    gettext_noop("lucky card {card}, like {number} of the cards"),
    gettext_noop("most hands won"),
    gettext_noop("never"),
    gettext_noop("next has control"),
    gettext_noop("next_holds: how many cards the next player holds"),
    gettext_noop("nines"),
    gettext_noop("no meld"),
    gettext_noop("no twos"),
    gettext_noop("none"),
    gettext_noop("official"),
    gettext_noop("one card"),
    gettext_noop("one per card"),
    gettext_noop("ones"),
    gettext_noop("only for hu"),
    gettext_noop("opening: whether this is the first play of the hand"),
    gettext_noop("pair"),
    gettext_noop("pair of soldiers"),
    gettext_noop("pair of {rank} ({cards})"),
    gettext_noop("pairwise"),
    gettext_noop("pays for all: {points}"),
    gettext_noop("pays seat {to}"),
    gettext_noop("penalties"),
    gettext_noop("phoenixes"),
    gettext_noop("placement"),
    gettext_noop("poker"),
    gettext_noop("pong"),
    gettext_noop("previous winner"),
    gettext_noop("published 64"),
    gettext_noop("quadruple"),
    gettext_noop("quadruple of soldiers"),
    gettext_noop("queens"),
    gettext_noop("receives it from seat {source}"),
    gettext_noop("red"),
    gettext_noop("required"),
    gettext_noop("rotate"),
    gettext_noop("same type"),
    gettext_noop("score as hu"),
    gettext_noop("search-bound"),
    gettext_noop("seat {holder} played it in event {shown}"),
    gettext_noop("seat {holder} showed it in event {shown}"),
    gettext_noop("seat {holder} still held it at the end"),
    gettext_noop("seat {payer} pays for all"),
    gettext_noop("second place"),
    gettext_noop("settles {theirs} - {mine} with seat {other}"),
    gettext_noop("sevens"),
    gettext_noop("several colors"),
    gettext_noop("shared"),
    gettext_noop("single"),
    gettext_noop("sixes"),
    gettext_noop("soldier"),
    gettext_noop("spades"),
    gettext_noop("steps such as [[1,1],[10,2]]: from 1 card up, times"),
    gettext_noop("straight"),
    gettext_noop("straight flush"),
    gettext_noop("straight flush {cards}"),
    gettext_noop("straight {cards}"),
    gettext_noop("table"),
    gettext_noop("tens"),
    gettext_noop("the card given to seat {seat}"),
    gettext_noop("the card given to the player"),
    gettext_noop("the card of event {event}"),
    gettext_noop("the card of the play"),
    gettext_noop("the card on offer before event {event}"),
    gettext_noop("the cards of event {event}"),
    gettext_noop("the cards of the play"),
    gettext_noop("the four letters C, D, H and S, lowest first"),
    gettext_noop("the hand of seat {other}"),
    gettext_noop("the hand of seat {other} before event {event}"),
    gettext_noop("the hand of seat {seat}"),
    gettext_noop("the hand of seat {seat} before event {event}"),
    gettext_noop("the hand of the player"),
    gettext_noop("the lowest alone"),
    gettext_noop("the melds that seat {seat} had laid"),
    gettext_noop("the result of the hand before"),
    gettext_noop("the winner of the hand before"),
    gettext_noop("third place"),
    gettext_noop("three soldiers"),
    gettext_noop("threes"),
    gettext_noop("threshold"),
    gettext_noop("triple"),
    gettext_noop("triple of soldiers"),
    gettext_noop("triple of {rank} ({cards})"),
    gettext_noop("triple quad"),
    gettext_noop("two high"),
    gettext_noop("two numbers, exposed and concealed"),
    gettext_noop("two numbers, for three and for four colors"),
    gettext_noop("twos"),
    gettext_noop("went out first"),
    gettext_noop("what seat {seat} did in event {event}"),
    gettext_noop("what stood before event {event}"),
    gettext_noop("what stood before the play"),
    gettext_noop("what the player did in the play"),
    gettext_noop("what was done in event {event}"),
    gettext_noop("what was done in the play"),
    gettext_noop("what was drawn before event {event}"),
    gettext_noop("white"),
    gettext_noop("who had passed before event {event}"),
    gettext_noop("who had passed before the play"),
    gettext_noop("who held the {card}"),
    gettext_noop("who the first player was"),
    gettext_noop("who was to act in event {event}"),
    gettext_noop("who was to act in the play"),
    gettext_noop("wild"),
    gettext_noop("wild in pairs"),
    gettext_noop("winner collects"),
    gettext_noop("with the lowest"),
    gettext_noop("won the hand"),
    gettext_noop("yellow"),
    gettext_noop("{cards}"),
    gettext_noop("{cards} alone is no meld."),
    gettext_noop("{cards} do not make a combination: {kinds} may be played."),
    gettext_noop("{cards} do not make a meld."),
    gettext_noop("{color} {piece}"),
    gettext_noop("{item}: {points}"),
    gettext_noop("{item}: {points} from each"),
    gettext_noop("{meld} {cards}, concealed"),
    gettext_noop("{meld} {cards}, exposed"),
    gettext_noop("{number} cards"),
    gettext_noop("{number} cards left"),
    gettext_noop("{number} cards left, counted as {points}"),
    gettext_noop("{points} points do not reach the threshold: pays {threshold} + {base} to each"),
    gettext_noop("{reason} This follows from event {shown}."),
    gettext_noop("{sentence} Illegal: {reason}"),
    gettext_noop("{sentence} It has nothing to discard: the hand is over."),
    gettext_noop("{sentence} Seat {seat} announces its last card."),
    gettext_noop("{sentence} Seat {seat} has gone out."),
    gettext_noop("{sentence} The hand is over."),
    gettext_noop("{sentence} The last card was not announced: seat {seat} is blocked."),
    gettext_noop("{sentence} Unproven: {reason}"),
)
"""In its answers."""

RULES = (
    gettext_noop(" | Straight"),
    gettext_noop(" | Straight | Between two of them"),
    gettext_noop("({rule})"),
    gettext_noop(
        "**A gang before a last card (G31).** One reading makes it compulsory where no single helps."
    ),
    gettext_noop(
        "**A single led before a last card (G30).** Without several cards to lead, here any single may be led."
    ),
    gettext_noop(
        "**A single led before a last card (G30).** Without several cards to lead, here the highest single may be led."
    ),
    gettext_noop(
        "**Chi on a card that somebody else has just drawn (F13).** That the next player may is not said outright; it follows from the order in which equal claims are settled."
    ),
    gettext_noop(
        "**How far the source is to be taken at its word (L3, L4, L6).** It contradicts itself on the phoenix, on what follows what and on who scores. Here: {rules}."
    ),
    gettext_noop(
        "**Nothing to discard.** Who has claimed a card and then holds no card but generals, or none at all, cannot discard. The hand ends at once with that player as its finisher, and it is settled like hu {rule}."
    ),
    gettext_noop(
        "**Nothing to discard.** Who has claimed a card and then holds no card but generals, or none at all, cannot discard. The hand ends at once with that player as its finisher, and the finisher pays as if the threshold had not been reached, whatever the melds are worth {rule}."
    ),
    gettext_noop(
        "**Playing again after a pass (B15).** The written rules do not say whether it is allowed, and both customs are common."
    ),
    gettext_noop(
        "**Soldiers of one color (F6).** The written rules except soldiers from sets of a kind, and then say only that they make no pairs."
    ),
    gettext_noop(
        "**Sources that were not to be had.** Of pagat.com's account of the variations of Big Two only the headings were read."
    ),
    gettext_noop(
        "**Sources that were not to be had.** Of the English booklet only the beginning was read; the rules follow the German one."
    ),
    gettext_noop(
        "**Sources that were not to be had.** Of two accounts of the game only the beginning was read: Huang's rules of Si Se Pai, and the current English help page of Board Game Arena."
    ),
    gettext_noop(
        "**Straights around the corner (P7).** The written rules allow straights to go on from the ace to the two and three, and give A 2 3 4 5 and 2 3 4 5 6 as examples. Taken literally that includes Q K A 2 3 and K A 2 3 4; the most detailed other account of the game excludes those two."
    ),
    gettext_noop(
        "**The card that comes back (G23).** The sources do not say whether it may be the one received."
    ),
    gettext_noop(
        "**The lucky card after an end without a discard (F20).** No source says whether it is turned. Here it is not."
    ),
    gettext_noop(
        "**The lucky card after an end without a discard (F20).** No source says whether it is turned. Here it is."
    ),
    gettext_noop(
        "**The meld with a winning card that one drew oneself (F10).** No source says whether it is exposed or concealed. Here it is concealed."
    ),
    gettext_noop(
        "**The meld with a winning card that one drew oneself (F10).** No source says whether it is exposed or concealed. Here it is exposed."
    ),
    gettext_noop("**The next first player (F32).** No source of this edition says who it is."),
    gettext_noop(
        "**Wash-out.** The last card of the stock can still be claimed. When nothing but the cards that are never drawn is left and a player would have to draw, the hand is washed out: nobody has points and nobody has a place {rule}."
    ),
    gettext_noop(
        "**Wash-out.** The last card of the stock can still be claimed. When the stock is empty and a player would have to draw, the hand is washed out: nobody has points and nobody has a place {rule}."
    ),
    gettext_noop("+{number}"),
    gettext_noop("-{number}"),
    gettext_noop("1st | 2nd | 3rd | 4th"),
    gettext_noop("34567 is the lowest; 23456 and, above it, A2345 are the highest."),
    gettext_noop("42 cards without a dragon, 10 for each; two are set aside unseen."),
    gettext_noop("64 cards, 16 for each of four players."),
    gettext_noop("A bomb beats even the single {card} {rule}."),
    gettext_noop("A bomb does not beat the single {card} {rule}."),
    gettext_noop("A bomb may be played instead."),
    gettext_noop(
        "A bomb, {kinds}, may be played on any number of cards, in turn like every play {rule}."
    ),
    gettext_noop(
        "A card is written rank first, then suit: {lowest} is the lowest card, {highest} the highest {rule}."
    ),
    gettext_noop(
        "A card that is discarded is on offer to everybody else. If nobody claims it, the next player draws."
    ),
    gettext_noop(
        "A command and a field are of one color (F7). No meld is {examples}, for example."
    ),
    gettext_noop(
        "A drawn card replaces it. It is turned up for all before anybody decides, and is on offer to everybody, its drawer included (F13). If nobody claims it, it counts as discarded: it is not offered again, and the next player draws (F14)."
    ),
    gettext_noop("A higher kind of five cards may follow a lower one."),
    gettext_noop(
        "A meld is **exposed** if it was laid on the table with a card that somebody discarded or that was drawn, and **concealed** if it is formed of cards of the hand alone. Concealed melds are not declared; they are counted when the hand ends (F8). Four alike in a hand stay hidden and may be broken up (F38). A meld on the table is never added to or changed (F18)."
    ),
    gettext_noop("A pack of {number} cards."),
    gettext_noop(
        "A pack of {number} cards: {types} types in {colors} colors, every card {copies} times (F1). A card is written type first, then color: {card} is the red general. No card is higher than another."
    ),
    gettext_noop("A pair is made with a claimed card only as part of hu {rule}."),
    gettext_noop("A pair may be claimed at any time {rule}."),
    gettext_noop("A phoenix reads as the highest number of that suit."),
    gettext_noop("A play has as many cards as the one on the table, and is higher {rule}."),
    gettext_noop(
        "A play that leaves its player one card is announced {rule}. Whoever forgets is blocked for the rest of the hand: the play stands, but they are skipped, never lead and keep the card; if they would have led, the next player does (G27). When everybody but one is blocked, that one wins at once (G28). Going out with several cards needs no announcement (G26)."
    ),
    gettext_noop("A smaller hand"),
    gettext_noop("A straight in one suit, compared as straights are."),
    gettext_noop("A straight in one suit, phoenixes filling gaps, compared as straights are."),
    gettext_noop("A turn"),
    gettext_noop("A2345 is the lowest and 23456 the highest; no other straight has a 2."),
    gettext_noop("A2345 is the lowest, then 23456, up to 10JQKA; none goes beyond the ace."),
    gettext_noop(
        "After a bomb, cards that are no bomb do not follow, though they may be as many {rule}."
    ),
    gettext_noop("After an end without a discard it is not turned {rule}."),
    gettext_noop("After an end without a discard it is turned too {rule}."),
    gettext_noop(
        "After hu the top card of the stock is turned: a point for each of the finisher's cards that is identical to it, type and color, the winning card and the melds on the table among them, so 3 at most {rule}. Nothing is turned when the stock is empty."
    ),
    gettext_noop("Aim: be rid of your cards before the others are rid of theirs."),
    gettext_noop("Aim: be the first whose cards are all melds, and have melds that score enough."),
    gettext_noop("All of one rank. Rank decides; suits never have to."),
    gettext_noop("All opponents pay alike, whoever discarded the winning card {rule}."),
    gettext_noop("Altogether: {points}."),
    gettext_noop("Among five cards a higher kind beats every lower one: {kinds} {rule}."),
    gettext_noop("Any combination with the lowest card in it."),
    gettext_noop(
        "Any five neighbors in the circle, also around the corner (KA234); those with a 2 are the highest."
    ),
    gettext_noop("Any time."),
    gettext_noop("As circular, but without QKA23 and KA234."),
    gettext_noop("Before a last card"),
    gettext_noop(
        "Before every hand but the first, the loser of the hand before gives its winner the highest single held (G22); the winner looks at it and gives back any card but that one (its twin will do) {rule}."
    ),
    gettext_noop(
        "Before every hand but the first, the loser of the hand before gives its winner the highest single held (G22); the winner looks at it and gives back any card, that one too {rule}."
    ),
    gettext_noop(
        "Between equal best totals, the player who won more hands wins; if that is equal too, they share the win {rule}."
    ),
    gettext_noop("Both cards are shown to all {rule}."),
    gettext_noop(
        "Card points are penalties: everybody but the player who went out first scores their own, and the lowest total wins {rule}."
    ),
    gettext_noop("Cards left are counted when the hand ends: {number} card point for each {rule}."),
    gettext_noop(
        "Cards left are counted when the hand ends: {number} card points for each {rule}."
    ),
    gettext_noop(
        "Cards left are counted when the hand ends; who holds many pays more for every one of them {rule}:"
    ),
    gettext_noop("Cards left | Points for each"),
    gettext_noop("Cards of a hand | Divided for the most | Points"),
    gettext_noop("Cards score in melds only, each card in one. These are all the melds there are:"),
    gettext_noop("Claim | What it lays | After a discard | After a draw"),
    gettext_noop("Claims"),
    gettext_noop("Colors: {colors}."),
    gettext_noop("Combinations"),
    gettext_noop("Each loser scores its card points; the lowest total wins."),
    gettext_noop("Each place brings fixed points."),
    gettext_noop("Edition {edition}, rules digest `{digest}`."),
    gettext_noop("Ends without hu"),
    gettext_noop("Equal is not higher."),
    gettext_noop("Every card of it can be drawn {rule}."),
    gettext_noop("Every hand goes anticlockwise."),
    gettext_noop("Every hand goes clockwise."),
    gettext_noop(
        "Every later hand is led by whoever went out first in the hand before, with anything {rule}."
    ),
    gettext_noop("Every later hand is opened in the same way, by the holder of the {card} {rule}."),
    gettext_noop("Every two players settle the difference of their card points."),
    gettext_noop(
        "Every two players settle with each other: the one with more card points pays the other the difference {rule}."
    ),
    gettext_noop(
        "Everybody but the winner of the hand scores a point for every card left; the lowest total wins {rule}."
    ),
    gettext_noop(
        "Everybody but the winner of the hand scores for every card left, more for many; the lowest total wins {rule}."
    ),
    gettext_noop("Everybody but the winner scores by the rulebook’s table."),
    gettext_noop("Everybody but the winner scores one point for each card."),
    gettext_noop(
        "Everybody decides at once, and claims that did not get the card stay unknown (F35); where they are recorded they stand before the one that did, and a claim that is taken though a better one was called is illegal (F11). Who claims names the exact cards (F37)."
    ),
    gettext_noop(
        "Everybody starts with {number} credits {rule}, to which the points of each hand are added; a total may fall below 0."
    ),
    gettext_noop(
        "Five cards of one suit, twins allowed, compared card by card from the highest down: rank before suit, and both before the next card."
    ),
    gettext_noop(
        "Five cards of one suit. The ranks decide, compared from the highest card down; only when all five are equal does the suit."
    ),
    gettext_noop(
        "Five cards of one suit. The suit decides; within a suit, the ranks from the highest card down."
    ),
    gettext_noop("Five of a suit are compared by suit, then from the highest card down."),
    gettext_noop("Five of a suit are compared from the highest card down, then by suit."),
    gettext_noop("Five of a suit are no combination."),
    gettext_noop(
        "Five ranks in a row, as listed below, compared card by card from the highest down: rank before suit, and both before the next card."
    ),
    gettext_noop(
        "Five ranks in a row, as listed below, phoenixes filling gaps as high as they can, compared card by card from the highest down: rank before suit, and both before the next card."
    ),
    gettext_noop(
        "Five ranks in a row, as listed below. The higher line of that list decides, then the suit of the line's deciding card."
    ),
    gettext_noop("For the next hand they are shuffled in again, and as many others lie aside."),
    gettext_noop(
        "Four cards of one rank with any fifth card, which must be there and decides nothing."
    ),
    gettext_noop("Four to seven equal cards are a gang."),
    gettext_noop("From 34567 to 10JQKA; no straight has a 2."),
    gettext_noop("From 34567 to JQKA2; the 2 stands above the ace only."),
    gettext_noop(
        "From the lowest kind to the highest. The examples are worked out by the program that judges plays."
    ),
    gettext_noop("Further hands are played until one total is the best."),
    gettext_noop("Generals"),
    gettext_noop(
        "Generals lie alone or in a command: two, three or four alike are no meld {rule}."
    ),
    gettext_noop(
        "Generals lie alone, in a command, or four alike: two or three alike are no meld {rule}. Four alike score {exposed} exposed and {concealed} concealed {points_rule}; in a hand they may as well be counted singly."
    ),
    gettext_noop("Generals, {card}, are never discarded (F15)."),
    gettext_noop("Going out"),
    gettext_noop("Here it has to be played."),
    gettext_noop("Here it is the seat after the first player of the hand before."),
    gettext_noop("Here it is whoever finished the hand before."),
    gettext_noop("Here it may not."),
    gettext_noop("Here it may."),
    gettext_noop("Here it need not be played."),
    gettext_noop("Here no soldiers of one color are a meld."),
    gettext_noop("Here the next player may not."),
    gettext_noop("Here the next player may."),
    gettext_noop("Here three and four soldiers of one color are melds, two are not."),
    gettext_noop("Here two, three and four soldiers of one color are melds."),
    gettext_noop("Here whoever has passed may not play again in the same trick."),
    gettext_noop("Here whoever has passed may play again in the same trick."),
    gettext_noop("Here {straights} are no straights."),
    gettext_noop("Here {straights} are straights."),
    gettext_noop("House rule | Value | Default | Ruling | What it says"),
    gettext_noop("House rules"),
    gettext_noop("Hu"),
    gettext_noop(
        "Hu ends the hand. It is called on the card on offer when that card completes a meld with cards of the hand (a general may be one alone) and the whole rest of the hand is melds too (F22)."
    ),
    gettext_noop("Hu with cards left over is illegal and ends nothing."),
    gettext_noop("If the finisher drew the card."),
    gettext_noop(
        "If the winning card was a discard, who discarded it pays all the shares; otherwise all opponents pay alike {rule}."
    ),
    gettext_noop("In a pair or in five cards it has no such power."),
    gettext_noop(
        "In every later hand the next seat is first player, whoever finished; after a hand that was washed out it is the same player again {rule}."
    ),
    gettext_noop(
        "In turn, and never out of turn {rule}, each player beats what is on the table or passes."
    ),
    gettext_noop(
        "It is allowed only with {number} points or more, lucky points not counted {rule}."
    ),
    gettext_noop(
        "It is allowed to pass though one could play, and whoever has passed may play again in the same trick when the turn comes round {rule}."
    ),
    gettext_noop(
        "It is allowed to pass though one could play, but whoever has passed stays out until the trick is won {rule}."
    ),
    gettext_noop("It is allowed with any number of points; who has too few pays {rule}."),
    gettext_noop("It is exposed, even if the finisher drew the winning card {rule}."),
    gettext_noop(
        "It is exposed, unless the finisher drew the winning card: then it is concealed {rule}."
    ),
    gettext_noop("It is played alone, in a pair of phoenixes, or with that pair in a full house."),
    gettext_noop("It is scored as hu: with enough points the finisher collects, otherwise pays."),
    gettext_noop(
        "It may also stand for a card of a pair, a straight, a flush or a straight flush."
    ),
    gettext_noop("It may also stand for a card of a pair, also of the pair in a full house."),
    gettext_noop(
        "Its winner has control: leads whatever combination they like, and may not pass {rule}."
    ),
    gettext_noop("Lowest: {lowest}. Highest: {highest}."),
    gettext_noop("Lucky points are added before the threshold is looked at {rule}."),
    gettext_noop(
        "Lucky points do not help to reach the threshold; they are added to what a winner collects from each {rule}."
    ),
    gettext_noop("Meld | For example | Different ones | Exposed | Concealed | Ruling"),
    gettext_noop("Melds"),
    gettext_noop(
        "Melds that the finisher names stand; what is not named is divided for the most points there are, and the referee tries every division (F25):"
    ),
    gettext_noop("Most cards are there twice."),
    gettext_noop("Never: it counts as exposed."),
    gettext_noop("No cards are exchanged {rule}."),
    gettext_noop("No lucky card is turned {rule}."),
    gettext_noop(
        "No other single beats the {card}, but it does not end the trick: the others still pass {rule}."
    ),
    gettext_noop("Nobody has to announce the last card {rule}."),
    gettext_noop("Nobody has to call gan {rule}."),
    gettext_noop("Nobody has to call hu {rule}."),
    gettext_noop("Nobody has to say anything."),
    gettext_noop(
        "Of five cards, only the same kind follows: {kinds} do not beat each other {rule}."
    ),
    gettext_noop("Of them, whoever won the most hands wins."),
    gettext_noop("On a bomb only a higher bomb follows {rule}."),
    gettext_noop("On a bomb only a higher bomb follows {rule}: {kinds}, whatever the ranks."),
    gettext_noop(
        "On a single, who plays a single plays the highest one held, and who could beat the table with it may not pass {rule}."
    ),
    gettext_noop("On pairs and larger combinations everybody is free to pass."),
    gettext_noop("On the table | Beaten by"),
    gettext_noop("One card of it is never drawn {rule}."),
    gettext_noop("One card. Rank decides, then suit."),
    gettext_noop("One pays for all"),
    gettext_noop("Only bombs are free of that."),
    gettext_noop("Only exactly four equal cards are a gang."),
    gettext_noop("Only the combinations of this game may be played: {kinds} {rule}."),
    gettext_noop(
        "Only the finisher's melds count, those on the table and those of the hand; nobody else's do (F39)."
    ),
    gettext_noop(
        "Only the loser of the hand scores, a point for every card left; a blocked player who is not the loser scores 1, everybody else nothing; the lowest total wins {rule}."
    ),
    gettext_noop("Only the loser of the hand scores, one point for each card."),
    gettext_noop("Only the same kind may follow; a gang beats everything."),
    gettext_noop("Only the single {card} is not answered."),
    gettext_noop("Only these runs of ranks are straights {rule}, lowest first:"),
    gettext_noop("Only three or four soldiers of different colors are."),
    gettext_noop("Only to finish with hu."),
    gettext_noop(
        "Phoenix, {cards}: alone, as the pair PG PY (the highest pair), or as that pair in a full house; it stands for no other card {rule}."
    ),
    gettext_noop(
        "Phoenix, {cards}: alone, or for one card of a pair, also of the pair in a full house {rule}."
    ),
    gettext_noop(
        "Phoenix, {cards}: alone, or for one card of a pair, of the pair in a full house, and in straights, flushes and straight flushes; never in a triple or a gang {rule}."
    ),
    gettext_noop("Places are by points, equal points being equal places."),
    gettext_noop(
        "Play goes round anticlockwise in the first hand, clockwise in the second, and so on in turn {rule}."
    ),
    gettext_noop("Play goes round anticlockwise {rule}."),
    gettext_noop("Play goes round clockwise {rule}."),
    gettext_noop("Players with equal best totals share the win {rule}."),
    gettext_noop("Players | Cards to draw"),
    gettext_noop("Points for each place {rule}:"),
    gettext_noop("Rank decides, then the suits from the highest down."),
    gettext_noop("Ranks, lowest first: {ranks}."),
    gettext_noop(
        "Say that seat 1 of four discards {card} and that it could be claimed by {claims}. Seat {first} takes it with {first_claim}. If it does not, seat {second} takes it with {second_claim}, and after that seat's discard seat {after} is next. If neither does, seat {third} takes it with {third_claim}."
    ),
    gettext_noop("Scoring"),
    gettext_noop("Seat {number} calls hu."),
    gettext_noop(
        "Seat {number} has {melds} on the table and holds {hand}. Seat 1 discards {card}."
    ),
    gettext_noop("Seat {number} holds {hand}. Seat 1 discards {card}."),
    gettext_noop("Seat | Line | Points"),
    gettext_noop("Seat | Place | Card points | Points | How"),
    gettext_noop("Seat | Place | Points | How"),
    gettext_noop("Seats are numbered in turn order, and the next player is the next seat (F3)."),
    gettext_noop(
        "Soldiers are melds in three or four different colors {points_rule}; three or four of one color are a meld and two of one color are none {rule}."
    ),
    gettext_noop(
        "Soldiers are melds in three or four different colors {points_rule}; two, three or four of one color are a meld {rule}."
    ),
    gettext_noop(
        "Soldiers are melds in three or four different colors {points_rule}; two, three or four of one color are none {rule}."
    ),
    gettext_noop("Suits, lowest first: {suits} {rule}."),
    gettext_noop("That first play is the {card} alone, a single {rule}."),
    gettext_noop(
        "That first play may be any combination with the {card} in it {rule}: {plays}, for example."
    ),
    gettext_noop("That first play may be anything; it need not contain the {card} {rule}."),
    gettext_noop("The cards"),
    gettext_noop(
        "The cards are shuffled and dealt anew for every hand; by whom, the players agree."
    ),
    gettext_noop(
        "The cards of a trick that was won are put aside face down, and nobody may look at them again in this hand (G36)."
    ),
    gettext_noop("The deal and the opening lead"),
    gettext_noop("The deal and the start"),
    gettext_noop("The dragon, `DR`, is a single and nothing else (G12)."),
    gettext_noop("The end of the game"),
    gettext_noop("The finisher pays in any case."),
    gettext_noop("The finisher says which meld the winning card completes."),
    gettext_noop("The first hand goes anticlockwise, then the direction alternates."),
    gettext_noop(
        "The first player begins with a discard, even if all {number} cards are melds: nobody calls hu on the deal {rule}."
    ),
    gettext_noop(
        "The first player begins with a discard, or calls hu on the deal if all {number} cards are melds, all of them concealed {rule}."
    ),
    gettext_noop("The first player of the first hand is found by lot."),
    gettext_noop("The game ends after 1 hand {hands_rule}."),
    gettext_noop("The game ends after 1 hand, a washed-out one counting too {rule}."),
    gettext_noop("The game ends after {hands} hands {hands_rule}."),
    gettext_noop("The game ends after {number} hands, a washed-out one counting too {rule}."),
    gettext_noop(
        "The game ends as soon as a total reaches {target} {target_rule} or after 1 hand {hands_rule}."
    ),
    gettext_noop(
        "The game ends as soon as a total reaches {target} {target_rule} or after {hands} hands {hands_rule}."
    ),
    gettext_noop("The game ends as soon as a total reaches {target} {target_rule}."),
    gettext_noop(
        "The hand ends at once when a player sheds the last card; that play cannot be answered {rule}."
    ),
    gettext_noop("The highest single"),
    gettext_noop("The highest total wins."),
    gettext_noop("The highest total wins; equal ones share the win (F33)."),
    gettext_noop(
        "The last play of a player who goes out is not answered: the next player who holds cards has control {rule}."
    ),
    gettext_noop(
        "The last play of a player who goes out stays on the table and may be beaten; if everybody passes, the next player who holds cards has control {rule}."
    ),
    gettext_noop(
        "The loser is who holds the most cards; of several, the one with the highest total, and then the first of them anticlockwise from the winner (G21)."
    ),
    gettext_noop("The lowest card alone."),
    gettext_noop("The lowest total wins."),
    gettext_noop("The lucky card"),
    gettext_noop("The lucky card is {card}."),
    gettext_noop("The melds score {points}."),
    gettext_noop(
        "The melds would score {points}, and hu takes {threshold} {rule}: seat {number} may not call it."
    ),
    gettext_noop("The next player leads at once; the last play is not answered."),
    gettext_noop("The next seat."),
    gettext_noop(
        "The oldest player shuffles and deals the first hand; the winner of a hand shuffles and deals the next one."
    ),
    gettext_noop("The others may beat the last play; if nobody does, the next player leads."),
    gettext_noop("The others' passes may be written or left out {rule}."),
    gettext_noop("The places bring the points {rule}."),
    gettext_noop(
        "The player who went out first collects everybody else's card points; the others lose their own {rule}."
    ),
    gettext_noop("The straights"),
    gettext_noop(
        "The strongest claim stands: {order}. Of equal claims the first in turn order stands, counted from whoever discarded or drew the card; after a draw that player comes first (F11, F34). Nobody claims an own discard (F12)."
    ),
    gettext_noop(
        "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the other losers have none; then the hand is settled (rulings §7). Even the player who went out first may be the one. In the example, with seat {number} paying:"
    ),
    gettext_noop(
        "The table may decide, for a duty broken, that one player pays for all: that player takes every loser's card points, and the other losers have none; then the hand is settled (rulings §7). The player who went out first cannot be the one. In the example, with seat {number} paying:"
    ),
    gettext_noop("The threshold is {least} points {least_rule}, the base {base} {base_rule}."),
    gettext_noop(
        "The trick is won when everybody else who still holds cards has passed since the last play."
    ),
    gettext_noop("The winner gets the card points of all others."),
    gettext_noop("The winner of the hand before leads anything."),
    gettext_noop(
        "The {card} is the highest one; it joins a flush of any suit and keeps its own height there (G8)."
    ),
    gettext_noop(
        "The {card} played alone closes the trick, unless a bomb is played on it {rule}: nobody else can follow, and its player leads again at once."
    ),
    gettext_noop(
        "The {card} played alone closes the trick: nobody else can follow, and its player leads again at once."
    ),
    gettext_noop(
        "There are no bombs: four of a kind and straight flush follow five cards only {rule}."
    ),
    gettext_noop(
        "There is no duty towards the others when the next player holds a single card {rule}."
    ),
    gettext_noop(
        "There is no target {target_rule} and no set number of hands {hands_rule}: the players stop when they like, and the highest total is the best."
    ),
    gettext_noop(
        "There is no target {target_rule} and no set number of hands {hands_rule}: the players stop when they like, and the lowest total is the best."
    ),
    gettext_noop(
        "These are the rules as the referee executes them, no house rule being changed. Ids in brackets name the ruling behind a sentence; verdicts cite the same ids."
    ),
    gettext_noop(
        "These are the rules as the referee executes them, with the house rules {rules}. Ids in brackets name the ruling behind a sentence; verdicts cite the same ids."
    ),
    gettext_noop("They share the victory."),
    gettext_noop("Those in one line are equal in rank."),
    gettext_noop(
        "Three cards of one rank with two of another, or with one and a phoenix, which reads as its twin of the highest suit; never in the three. The three decide, then the pair."
    ),
    gettext_noop(
        "Three cards of one rank with two of another. The three decide, by rank and then by suits; the pair only where the threes are equal."
    ),
    gettext_noop("Three cards of one rank."),
    gettext_noop("Three or four soldiers of one color."),
    gettext_noop("Turns, passing and control"),
    gettext_noop(
        "Two cards of one rank, or one and a phoenix, which reads as its twin of the highest suit."
    ),
    gettext_noop("Two cards of one rank."),
    gettext_noop("Two, three or four soldiers of one color."),
    gettext_noop("Types: {types}."),
    gettext_noop("What beats what"),
    gettext_noop("What differs from the variant's own rules is bold."),
    gettext_noop("Where the sources are in doubt"),
    gettext_noop("While the best totals are equal, further hands are played {rule}."),
    gettext_noop(
        "While the next player in the order of play who still holds cards holds just one (G32):"
    ),
    gettext_noop(
        "Who can call gan must: to let the card go, or to take it with pong, is illegal where the record proves the gan {rule}."
    ),
    gettext_noop(
        "Who can call hu must: to let the card go, or to claim it otherwise, is illegal where the record proves the hu {rule}."
    ),
    gettext_noop(
        "Who claims a card lays the whole meld on the table and then discards a card. The turn goes on from there: the seats in between are skipped (F16). Nothing is drawn after a gan (F17)."
    ),
    gettext_noop("Who does not announce it is blocked for the rest of the hand."),
    gettext_noop(
        "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another player's hu goes before that; nobody else may chi it. A general that is left lying is held against the next draw."
    ),
    gettext_noop(
        "Who draws a general must take it {rule}: alone, in a command or in any other meld with it, then discarding a card. Only another player's hu or gan goes before that; nobody else may chi it. A general that is left lying is held against the next draw."
    ),
    gettext_noop(
        "Who draws a general need not take it {rule}: it is on offer like any other card, and passes if nobody claims it."
    ),
    gettext_noop(
        "Who has discarded the last card without hu plays on, and can still take a drawn general (F21)."
    ),
    gettext_noop(
        "Who holds a gang and no single that beats the table has to play the gang {rule}."
    ),
    gettext_noop(
        "Who holds a gang and no single that beats the table need not play the gang {rule}."
    ),
    gettext_noop("Who leads and can only lead a single leads the highest one {rule}."),
    gettext_noop("Who leads and can only lead a single may lead any of them {rule}."),
    gettext_noop("Who leads and could lead several cards may not lead a single (G30)."),
    gettext_noop(
        "Whoever finished a hand, winning or paying, is first player in the next; after a hand that was washed out it is the same player again {rule}."
    ),
    gettext_noop("Whoever finished the hand."),
    gettext_noop("Whoever holds the lowest card leads anything."),
    gettext_noop("Whoever holds the lowest card leads every hand."),
    gettext_noop("Whoever holds the {card} leads the first hand {rule}."),
    gettext_noop(
        "Whoever sheds the last card is out and has the next place; the others go on until one of them is left, who is last {rule}."
    ),
    gettext_noop("With fewer the finisher pays {least} + {base} = {loss} to each opponent (F29)."),
    gettext_noop(
        "With {least} points or more the finisher collects points - {least} + {base} from each opponent (F28)."
    ),
    gettext_noop(
        "With {players} players {number} cards lie aside unseen. If the {card} is one of them, anybody may lead, with anything {rule}."
    ),
    gettext_noop(
        "With {players} players {number} cards lie aside unseen. If the {card} is one of them, the player to the dealer's right leads, with anything (G16)."
    ),
    gettext_noop("Worked example"),
    gettext_noop("`a-and-2-low-only`"),
    gettext_noop("`after_out`"),
    gettext_noop("`all`"),
    gettext_noop("`alternate`"),
    gettext_noop("`always-pays`"),
    gettext_noop("`always`"),
    gettext_noop("`answer-then-next-leads`"),
    gettext_noop("`anticlockwise`"),
    gettext_noop("`any-higher`"),
    gettext_noop("`auto`"),
    gettext_noop("`base`"),
    gettext_noop("`bombs_beat_top_single`"),
    gettext_noop("`bombs`"),
    gettext_noop("`by-rank`"),
    gettext_noop("`by-suit`"),
    gettext_noop("`chi`"),
    gettext_noop("`circular`"),
    gettext_noop("`clockwise`"),
    gettext_noop("`credits`"),
    gettext_noop("`dead_wall`"),
    gettext_noop("`deck`"),
    gettext_noop("`direction`"),
    gettext_noop("`discarder_pays_all`"),
    gettext_noop("`drawn_general_forced`"),
    gettext_noop("`exchange_may_return_received`"),
    gettext_noop("`exchange`"),
    gettext_noop("`extra-hand`"),
    gettext_noop("`false`"),
    gettext_noop("`final_tie`"),
    gettext_noop("`finisher`"),
    gettext_noop("`five_card_cross_category`"),
    gettext_noop("`five_card_following`"),
    gettext_noop("`flush`"),
    gettext_noop("`forced_gan`"),
    gettext_noop("`forced_hu`"),
    gettext_noop("`four-only`"),
    gettext_noop("`four-to-seven`"),
    gettext_noop("`free`"),
    gettext_noop("`gan`"),
    gettext_noop("`gangs`"),
    gettext_noop("`general_quad_points`"),
    gettext_noop("`general_quad`"),
    gettext_noop("`hand_size`"),
    gettext_noop("`hands_per_match`"),
    gettext_noop("`heavenly_hu`"),
    gettext_noop("`hongkong`"),
    gettext_noop("`hu_card_counts_as_hand`"),
    gettext_noop("`hu_requires_threshold`"),
    gettext_noop("`hu`"),
    gettext_noop("`if-self-drawn`"),
    gettext_noop("`last_card_announcement`"),
    gettext_noop("`literal-42`"),
    gettext_noop("`loser-only`"),
    gettext_noop("`lowest-card`"),
    gettext_noop("`lowest-in-any`"),
    gettext_noop("`lowest-single`"),
    gettext_noop("`lucky_card`"),
    gettext_noop("`lucky_counts_for_threshold`"),
    gettext_noop("`lucky_on_forced`"),
    gettext_noop("`most-hands-won`"),
    gettext_noop("`multipliers`"),
    gettext_noop("`never`"),
    gettext_noop("`next-has-control`"),
    gettext_noop("`next_first`"),
    gettext_noop("`next_hand_leader`"),
    gettext_noop("`next_may_chi_drawn`"),
    gettext_noop("`no-twos`"),
    gettext_noop("`no_discard`"),
    gettext_noop("`none`"),
    gettext_noop("`official`"),
    gettext_noop("`one-per-card`"),
    gettext_noop("`only-for-hu`"),
    gettext_noop("`opening`"),
    gettext_noop("`pair_chi`"),
    gettext_noop("`pairwise`"),
    gettext_noop("`pass_locks_out`"),
    gettext_noop("`penalties`"),
    gettext_noop("`phoenix`"),
    gettext_noop("`placement_points`"),
    gettext_noop("`placement`"),
    gettext_noop("`play_to_last`"),
    gettext_noop("`poker`"),
    gettext_noop("`pong`"),
    gettext_noop("`previous-winner`"),
    gettext_noop("`protect_forces_gang`"),
    gettext_noop("`protect_last_card`"),
    gettext_noop("`protect_lead_highest`"),
    gettext_noop("`published-64`"),
    gettext_noop("`required`"),
    gettext_noop("`rotate`"),
    gettext_noop("`rounds`"),
    gettext_noop("`same-type`"),
    gettext_noop("`score-as-hu`"),
    gettext_noop("`scoring`"),
    gettext_noop("`settlement`"),
    gettext_noop("`shared`"),
    gettext_noop("`soldier_points`"),
    gettext_noop("`soldier_same_colour_sets`"),
    gettext_noop("`straights`"),
    gettext_noop("`suit_order`"),
    gettext_noop("`table`"),
    gettext_noop("`taiwan`"),
    gettext_noop("`target`"),
    gettext_noop("`threshold`"),
    gettext_noop("`top_single_closes_trick`"),
    gettext_noop("`triple-quad`"),
    gettext_noop("`triples`"),
    gettext_noop("`true`"),
    gettext_noop("`two-high`"),
    gettext_noop("`wild-in-pairs`"),
    gettext_noop("`wild`"),
    gettext_noop("`winner-collects`"),
    gettext_noop("a flush"),
    gettext_noop("a full house"),
    gettext_noop("a gang of five"),
    gettext_noop("a gang of four"),
    gettext_noop("a gang of seven"),
    gettext_noop("a gang of six"),
    gettext_noop("a higher flush"),
    gettext_noop("a higher four of a kind"),
    gettext_noop("a higher full house"),
    gettext_noop("a higher gang of five"),
    gettext_noop("a higher gang of four"),
    gettext_noop("a higher gang of six"),
    gettext_noop("a higher pair"),
    gettext_noop("a higher single"),
    gettext_noop("a higher straight"),
    gettext_noop("a higher straight flush"),
    gettext_noop("a higher triple"),
    gettext_noop("a straight flush"),
    gettext_noop("a threshold of 0 is always reached"),
    gettext_noop("any meld, the rest of the hand being melds"),
    gettext_noop("blue ({letter})"),
    gettext_noop("cannot all be laid in melds"),
    gettext_noop("clubs ♣ ({letter})"),
    gettext_noop("diamonds ♦ ({letter})"),
    gettext_noop("everybody"),
    gettext_noop("everybody else"),
    gettext_noop("flushes"),
    gettext_noop("four generals are no meld"),
    gettext_noop("fours of a kind with a fifth card"),
    gettext_noop("full houses"),
    gettext_noop("green ({letter})"),
    gettext_noop("hearts ♥ ({letter})"),
    gettext_noop("no flushes"),
    gettext_noop("no fours of a kind with a fifth card"),
    gettext_noop("no larger gangs"),
    gettext_noop("no lucky card is turned"),
    gettext_noop("no plays of four cards"),
    gettext_noop("no triples"),
    gettext_noop("no two pairs"),
    gettext_noop("nothing"),
    gettext_noop("nothing is exchanged"),
    gettext_noop("one hand is the whole game"),
    gettext_noop("places bring the points"),
    gettext_noop("places do not bring the points"),
    gettext_noop("play ends with the first who goes out"),
    gettext_noop("red ({letter})"),
    gettext_noop("seat {number}"),
    gettext_noop("seat {number} has {count}"),
    gettext_noop("seat {number} with {claim}"),
    gettext_noop("seat {number} {points}"),
    gettext_noop("several colors ({letter})"),
    gettext_noop("spades ♠ ({letter})"),
    gettext_noop("straight flushes"),
    gettext_noop("straights"),
    gettext_noop("the game has no set end"),
    gettext_noop("the next player"),
    gettext_noop("the suit of the {ranks}"),
    gettext_noop("there are no bombs"),
    gettext_noop("there is no duty before a last card"),
    gettext_noop("this deck has no number more than four times"),
    gettext_noop(
        "who calls hu has reached the threshold without it, and who is without a discard pays in any case"
    ),
    gettext_noop("who drew the card"),
    gettext_noop("yellow ({letter})"),
    gettext_noop("{first} < {last}"),
    gettext_noop("{first} and at the top {last}"),
    gettext_noop("{first} and {last}"),
    gettext_noop("{first} or {last}"),
    gettext_noop("{first} then {last}"),
    gettext_noop("{first} {last}"),
    gettext_noop("{first}, before {last}"),
    gettext_noop("{first}, {last}"),
    gettext_noop("{first}; {last}"),
    gettext_noop("{higher} beats {lower}."),
    gettext_noop("{kind}, a bomb {rule}"),
    gettext_noop("{kind}, such as {cards}"),
    gettext_noop("{meld} {cards}"),
    gettext_noop("{name} {letter}"),
    gettext_noop("{number} cards of it are never drawn {rule}."),
    gettext_noop(
        "{players} players (F2) are dealt {number} cards each, the first player one more {rule}. The others are the stock."
    ),
    gettext_noop(
        "{players} players are dealt {number} cards each. Everybody may see how many cards the others hold."
    ),
    gettext_noop("{rule} has no effect because {reason}."),
    gettext_noop("{rule} {value}"),
    gettext_noop("{seats} went out; of the cards left, {left}."),
    gettext_noop("{start} to {end}"),
    gettext_noop("{whole}.{fraction}"),
    gettext_noop("{words} {rule}"),
)
"""In the rulebooks alone."""
