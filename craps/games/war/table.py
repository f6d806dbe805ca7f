"""A round of Casino War: a card each; on a tie the player goes to war or surrenders half."""

from __future__ import annotations

from craps.codec import Json
from craps.errors import Refused
from craps.games.cards import named, value_of
from craps.games.rounds import BETTING, Event, Settlement, Settlements, Table
from craps.games.war.terms import GO_TO_WAR, TIE, TIED, WAR, WON, pays, pays_on_tied_war
from craps.messages import say
from craps.money import amount_text as money

TIED_CARDS, AT_WAR = "tied", "at_war"


class WarTable(Table):
    matched = {GO_TO_WAR: WAR}
    cards: tuple[str, ...] = ()  # the player's and the dealer's
    war_cards: tuple[str, ...] = ()

    def check_time(self, event: Event) -> None:
        if event.wager == GO_TO_WAR:
            if self.state != TIED_CARDS:
                raise self.not_now("choice", say("games.war.after_a_tie_once"))
        elif self.state != BETTING:
            message = say("games.war.before_first_card", name=self.name(event.wager))
            raise self.not_now("stays", message)

    def placed(self, event: Event) -> None:
        if event.wager == GO_TO_WAR:
            self.state = AT_WAR
        else:  # the cards of the last round are put away
            self.cards = self.war_cards = ()

    def deal(self, event: Event) -> Settlements:
        """A card for the player and one for the dealer; the second time after the burns of a war."""
        if self.state == TIED_CARDS:
            raise self.not_now("choice", say("games.war.tied_first"))
        if self.state == AT_WAR:
            self.war_cards = event.cards
            return self._war(*event.cards)
        if not self.bets:
            raise self.not_now("bet_first", say("games.war.begins"))
        least = self.ruleset.limits(WAR).min
        alone = self.bets.get((TIE, "")) if (WAR, "") not in self.bets else None
        if alone is not None and least is not None and alone < least:
            message = say("games.war.tie_alone", least=money(least), alone=money(alone))
            raise Refused("under_minimum", self.play["tie_alone"], message)
        self.cards, self.war_cards = event.cards, ()
        return self._first_deal(*event.cards)

    def surrender(self, event: Event) -> Settlements:
        if self.state != TIED_CARDS:
            raise self.not_now("choice", say("games.war.surrender_after"))
        self.state = BETTING
        share = self.play["surrender"]
        return (self.give_up(WAR, share.value, share.clause, say("games.war.after_tie")),)

    def _first_deal(self, player: str, dealer: str) -> Settlements:
        why = say("games.war.on", player=named(player), dealer=named(dealer))
        order = value_of(player) - value_of(dealer)
        settled: list[Settlement] = []
        if (TIE, "") in self.bets:
            if order == 0:
                settled.append(self.win(TIE, pays(self.ruleset, TIE), self.play["tie"], why))
            else:
                lost = self.play["tie_lost_above" if order > 0 else "tie_lost_below"]
                settled.append(self.lose(TIE, lost, why))
        if (WAR, "") in self.bets:
            if order > 0:
                settled.append(self.win(WAR, pays(self.ruleset, WAR), self.play["higher"], why))
            elif order < 0:
                settled.append(self.lose(WAR, self.play["lower"], why))
            else:
                self.state = TIED_CARDS
        return tuple(settled)

    def _war(self, player: str, dealer: str) -> Settlements:
        self.state = BETTING
        why = say("games.war.in_war", player=named(player), dealer=named(dealer))
        order = value_of(player) - value_of(dealer)
        rules, play = self.ruleset, self.play
        if order < 0:
            return tuple(self.lose(wager, play["war_lost"], why) for wager in (GO_TO_WAR, WAR))
        if order > 0:
            won = self.win(GO_TO_WAR, pays(rules, GO_TO_WAR), play["war_won"], why, reading=self._read(WON))
            return won, self.push(WAR, play["war_won"], why)
        clause, reading = play["war_tied"], self._read(TIED)
        won = self.win(GO_TO_WAR, pays_on_tied_war(rules), clause, why, reading=reading)
        if rules.edition.reads(TIED) == "both-win":
            return won, self.win(WAR, pays(rules, WAR), clause, why, reading=reading)
        return won, self.push(WAR, clause, why, reading)

    def _read(self, question: str) -> str:
        return question if question in self.ruleset.edition.readings else ""

    def shown(self) -> dict[str, Json]:
        """The cards: the player's and the dealer's, and those of the war."""
        player, dealer = self.cards or ("", "")
        war_player, war_dealer = self.war_cards or ("", "")
        return {"player": player, "dealer": dealer, "war_player": war_player, "war_dealer": war_dealer}
