"""An edition's data as rows: what they say is what the document prints."""

from craps import all_edition_ids, load_edition
from portal.pages.matrix import wager_rows
from portal.public.rulebook_figures import compared_subjects, subjects


def said(edition: str, subject: str, key: str) -> str:
    found = {
        each.slug: each
        for each in [*compared_subjects(load_edition(edition)), *subjects(load_edition(edition))]
    }
    return next(row.value for row in found[subject].rows if row.key == key)


def test_vigorish_keeps_the_way_without_a_rate_apart() -> None:
    assert said("md-craps", "vigorish", "buy") == (
        "At most 5% of the amount wagered, taken when the bet is placed; or taken only when it wins, "
        "for which no rate is named (5/G(3)(b))"
    )
    assert said("sg-mbs-v2", "vigorish", "buy") == (
        "Exactly 5% of the amount wagered, taken when the bet is placed"
    )


def rows(edition: str, subject: str) -> dict[str, tuple[str, str]]:
    """What the edition's page says on a subject, and the clause beside it."""
    found = next(each for each in subjects(load_edition(edition)) if each.slug == subject)
    return {row.key: (row.value, row.clause) for row in found.rows}


def test_marylands_layout_is_described_down_to_its_notices_and_marks() -> None:
    found = rows("md-craps", "layout")
    assert found["fire.positions"] == ("The bet has at most 16 positions.", "2/D(4)(a)")
    assert found["fire.place"] == ("The bet is placed in front of the players.", "2/D(4)(b)")
    assert found["fire.clockwise"][1] == "2/D(4)(b)"
    assert "clockwise" in found["fire.clockwise"][0]
    assert found["fire.relocation_area"][1] == "2/D(4)(c)"
    assert found["fire.relocation_numbered"][1] == "2/D(4)(d)"
    assert found["fire.wall_notice"] == (
        "The inside wall tells every player what 4, 5 and 6 points pay, that the Fire Bet is taken only "
        "before a shooter’s first come-out roll and the limits of the Fire Bet.",
        "2/D(4)(e)(i), 2/D(4)(e)(ii), 2/D(4)(e)(iii)",
    )
    assert found["bonus.areas.all_tall"] == ("It has an area of its own.", "2/D(5)(a)(iii)")
    assert found["bonus.place"][1] == "2/D(5)(a)"
    assert found["fire.markers_distinct"][1] == "11/A(4)(a)"
    assert found["bonus.markers_distinct"][1] == "12/B(3)(a)"
    assert found["mark.c_and_e"] == ("Its box is marked “C” and “E”.", "3/A(18)")
    assert found["mark.any_seven"] == ("Its box is marked “Any Seven”.", "3/A(12)")


def test_the_least_odds_are_shown_only_where_the_document_prints_a_floor() -> None:
    found = rows("md-craps", "odds")
    assert found["pass_line.least"] == ("The casino may set it as low as 1× and no lower.", "6/A")
    assert found["dont_come.least"][1] == "6/D"
    for edition in ("nz-1998", "sg-mbs-v2", "bc-craps"):
        assert not any(key.endswith(".least") for key in rows(edition, "odds"))


def test_singapore_has_its_equipment_and_every_piece_is_a_sentence() -> None:
    found = rows("sg-mbs-v2", "table")
    assert found["fewest_dice"] == ("The shooter selects two dice of a set of at least 3.", "3.8")
    assert found["equipment.dice_bowl"] == ("The table has a dice bowl.", "3.11.7")
    assert found["equipment.discs"][1] == "3.9"
    assert found["equipment.marker_buy"] == ("The table has Buy buttons where the bet is offered.", "3.3")
    assert rows("bc-craps", "table")["equipment.fire_markers"][1] == "2/1.3"
    assert rows("md-mini", "table")["equipment.stick"][1] == "9/G(2)"


def test_table_and_layout_are_sentences_with_a_clause_each() -> None:
    for edition in all_edition_ids():
        for subject in {each.slug for each in subjects(load_edition(edition))} & {"table", "layout"}:
            for key, (value, clause) in rows(edition, subject).items():
                assert value.endswith("."), (edition, key)
                assert value[0].isupper() or value[0].isdigit(), (edition, key)
                assert clause, (edition, key)


def test_the_table_of_each_document() -> None:
    nz, md, mini = (rows(edition, "table") for edition in ("nz-1998", "md-craps", "md-mini"))
    assert nz["shape"] == ("The table is oblong.", "3.1")
    assert nz["high_walls"] == ("Its sides are high walls.", "3.1")
    assert nz["discs"] == ("2 discs show the come-out point.", "3.4(d)")
    assert "equipment.discs" not in nz
    assert nz["dice"] == ("A set of 5 dice is at the table.", "3.3")
    assert nz["dice_face_mm"] == ("The faces of the dice measure at least 15 mm.", "3.3")
    assert md["length_ft"] == ("The table is at most 14 ft long.", "2/B")
    assert md["stickperson"] == ("A stickperson controls the dice.", "7/A(1)")
    assert mini["stickperson"] == (
        "A stickperson is optional; without one the dealer controls the dice.",
        "7/A(1)",
    )
    assert rows("bc-midi", "table")["counts_as_tables"][0] == (
        "For supervision the table counts as exactly 2 tables."
    )
    assert rows("bc-midi", "table")["off_for_removal"] == (
        "An OFF button may be used instead of taking a bet down.",
        "4/4.7.4.c",
    )


def test_horn_high_has_five_shares_two_of_them_on_the_chosen_number() -> None:
    for edition in ("md-craps", "nz-1998"):
        paid = said(edition, "wagers", "horn_high")
        assert paid.startswith("In five equal shares: ")
        assert paid.endswith(", two of them on the number the player chooses")
        assert said(edition, "wagers", "horn").startswith("In equal shares: ")


def test_raising_and_reducing_cite_every_clause_they_rest_on() -> None:
    found = rows("md-craps", "procedure")
    assert found["dont_raise"][1] == "3/A(2), 4/E"
    assert found["dont_come_raise"][1] == "3/A(4), 4/E"
    assert found["remove.all_small"][1] == "12/B(2), 4/D(4)"


def test_hops_at_midi_craps_are_placed_by_a_marked_box() -> None:
    assert rows("bc-midi", "layout")["legend.any_seven"] == (
        "Its box is marked “ANY SEVEN”; Hop Bet is placed in front of it.",
        "4/7.8.2",
    )


def test_singapore_prints_its_craps_and_eleven_as_a_whole() -> None:
    printed = "3 to 1 on 2, 3 and 12, 7 to 1 on 11"
    assert said("sg-mbs-v2", "wagers", "c_and_e") == printed
    assert said("sg-mbs-v2", "payouts", "c_and_e") == printed
    assert said("md-craps", "wagers", "c_and_e") == "In equal shares: Any Craps Bet, 11 in One Roll Bet"
    [row] = [
        row
        for row in wager_rows([load_edition("sg-mbs-v2"), load_edition("nz-1998")])
        if row.wager == "c_and_e"
    ]
    assert [cell.pays for cell in row.cells.values()] == [printed, "in shares"]


def test_calling_a_bet_and_raising_one_cite_their_own_clauses() -> None:
    come_out = rows("bc-craps", "come-out")
    assert come_out["place"][1] == "1/6.3.9, 1/6.3.9.a, 1/6.3.10"
    assert come_out["buy"][1] == "1/6.4.7, 1/6.4.7.a, 1/6.4.8"
    assert come_out["lay"][1] == "1/6.5.7"
    assert rows("nz-1998", "come-out")["place"][1] == "4.10(a), 4.10(b)"
    assert rows("bc-midi", "procedure")["pass_after_point"][1] == "4/4.3.1, 4/4.4.2.a"
    assert rows("nz-1998", "procedure")["pass_after_point"][1] == "4.1(a)"


# Games played in rounds ----------------------------------------------------------------------------------

ROUNDS = ("bc-wheel", "bc-red-dog", "bc-war")


def test_casino_war_in_figures() -> None:
    assert rows("bc-war", "wagers")["go_to_war"] == (
        "Every table offers it; only with Casino War",
        "7/4.2.1, 7/4.2",
    )
    assert rows("bc-war", "payouts") == {
        "war.": ("1 to 1", "7/7.2"),
        "tie.": ("10 to 1", "7/7.1"),
        "go_to_war.": ("1 to 1, as 7/7.4 is read", "7/7.4"),
    }
    assert rows("bc-war", "table")["cards.decks"] == ("The shoe has exactly 6 decks.", "7/1.1")
    assert rows("bc-war", "procedure")["The player surrenders"] == (
        "The player loses half of the Casino War bet.",
        "7/4.2.2",
    )
    costs = {name: value for name, (value, _clause) in rows("bc-war", "costs").items()}
    assert costs["Casino War, to war after a tie"].startswith("2.33% of the bet, exactly 23138/993023")
    assert costs["Casino War, surrendered after a tie"] == "3.70% of the bet, exactly 23/622"
    assert costs["Tie"] == "18.65% of the bet, exactly 58/311"


def test_red_dog_in_figures() -> None:
    payouts = rows("bc-red-dog", "payouts")
    assert payouts["red_dog.a spread of 4 to 11"] == ("1 to 1", "6/5.1")
    assert payouts["red_dog.three of a kind"] == ("11 to 1", "6/6.11")
    assert "raise.three of a kind" not in payouts
    assert rows("bc-red-dog", "wagers")["raise"] == (
        "A table without it is for the regulator to judge; only with Red Dog",
        "6/3.2",
    )
    table = rows("bc-red-dog", "table")
    assert table["table.players"] == ("The game takes at most 7 players.", "6/3.4")
    assert table["table.conversion_from"][1] == "6/5.3, 6/5.2"
    costs = [value for value, _clause in rows("bc-red-dog", "costs").values()]
    best = [value for value in costs if "staked" in value]
    for value, edge in zip(best, ("7993/277173", "12307/434343", "17533/626665"), strict=True):
        assert f"exactly {edge};" in value


def test_a_wheel_in_figures() -> None:
    assert rows("bc-wheel", "table")["wheel.equal_spaces"] == (
        "Two kinds of spaces that the wheel has equally often pay the same.",
        "5/2.9",
    )
    assert rows("bc-wheel", "payouts")["space"][0] == "The document prints none. The operator states them."
    assert rows("bc-wheel", "layout")["layout.spaces"][1] == "5/2.8"
    assert "1 − n × (p + 1) ÷ N" in rows("bc-wheel", "costs")["space"][0]


def test_a_game_without_dice_says_nothing_of_them() -> None:
    for edition in ROUNDS:
        for found in (subjects(load_edition(edition)), compared_subjects(load_edition(edition))):
            said = " ".join(f"{each.title} {row.label} {row.value}" for each in found for row in each.rows)
            for word in ("dice", "odds", "vigorish", "come-out", "point", "roll "):
                assert word not in said.lower(), (edition, word)


def test_every_figure_of_a_game_in_rounds_has_its_clause_but_what_is_calculated() -> None:
    for edition in ROUNDS:
        for each in subjects(load_edition(edition)):
            assert each.slug == "costs" or all(row.clause for row in each.rows), (edition, each.slug)
