"""The demo's people, organisations and casinos. Every name is made up."""

from dataclasses import dataclass

from portal.accounts.models import Role

# The one password of all demo accounts. Outside demo mode no such account exists.
DEMO_PASSWORD = "craps-on-green-baize"  # noqa: S105


@dataclass(frozen=True)
class Person:
    email: str  # before the @
    name: str
    roles: tuple[Role, ...]


@dataclass(frozen=True)
class Casino:
    name: str
    address: str
    tables: tuple[tuple[str, str], ...]  # label, game


@dataclass(frozen=True)
class Operator:
    name: str
    jurisdiction: str
    casinos: tuple[Casino, ...]
    people: tuple[Person, ...]


@dataclass(frozen=True)
class Regulator:
    name: str
    jurisdiction: str
    people: tuple[Person, ...]


SUBMITTER, VIEWER, OPERATOR_ADMIN = Role.OPERATOR_SUBMITTER, Role.OPERATOR_VIEWER, Role.OPERATOR_ADMIN
OFFICER, APPROVER, REGULATOR_ADMIN = Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN
INSPECTOR = Role.REGULATOR_INSPECTOR
CRAPS, MINI, MIDI = "craps", "mini-craps", "midi craps"
WHEEL, RED_DOG, WAR = "wheel of fortune", "red dog", "casino war"

SITE_ADMIN = Person("site-admin", "Robin Ashgrove", (Role.SITE_ADMIN,))

LABORATORY = "Merriwick Dice and Table Laboratory"
EXPERTS = (
    Person("lab-expert", "Dr Imogen Farrow", (Role.EXPERT,)),
    Person("lab-admin", "Stellan Krug", (Role.EXPERT_ADMIN,)),
)

REGULATORS = (
    Regulator(
        "Aotearoa Table Games Office",
        "nz",
        (
            Person("nz-officer", "Mere Paewai", (OFFICER,)),
            Person("nz-approver", "Graham Sutcliffe", (APPROVER,)),
            Person("nz-inspector", "Hemi Tawhara", (INSPECTOR,)),
            Person("nz-admin", "Losa Tuilagi", (REGULATOR_ADMIN,)),
        ),
    ),
    Regulator(
        "Straits Gaming Standards Board",
        "sg",
        (
            Person("sg-officer", "Tan Hui Min", (OFFICER,)),
            Person("sg-officer-2", "Vikram Nair", (OFFICER,)),  # stands in for the first
            Person("sg-approver", "Priya Raghavan", (APPROVER,)),
            Person("sg-inspector", "Koh Jia Ling", (INSPECTOR,)),
            Person("sg-admin", "Farid Osman", (REGULATOR_ADMIN,)),
        ),
    ),
    Regulator(
        "Pacific Coast Gaming Branch",
        "bc",
        (
            Person("bc-officer", "Claire Desrosiers", (OFFICER,)),
            Person("bc-approver", "Harpreet Gill", (APPROVER,)),
            Person("bc-inspector", "Dale Fontaine", (INSPECTOR,)),
            Person("bc-admin", "Owen Lachlan", (REGULATOR_ADMIN,)),
        ),
    ),
    Regulator(
        "Chesapeake Gaming Commission",
        "md",
        (
            Person("md-officer", "Denise Whitlock", (OFFICER,)),
            Person("md-approver", "Marcus Ellery", (APPROVER,)),
            Person("md-inspector", "Yolanda Pruitt", (INSPECTOR,)),
            Person("md-admin", "Ruth Abernathy", (REGULATOR_ADMIN,)),
        ),
    ),
)

OPERATORS = (
    Operator(
        "Kōwhai Leisure Group",
        "nz",
        (
            Casino("Kōwhai Wharf Casino", "4 Customs Steps, Picton", (("CR-01", CRAPS), ("CR-02", CRAPS))),
            Casino("Kōwhai Lakes Casino", "88 Shoreline Road, Rotorua", (("CR-01", CRAPS),)),
        ),
        (
            Person("kowhai-submitter", "Ana Holt", (SUBMITTER,)),
            Person("kowhai-viewer", "Tom Rewi", (VIEWER,)),
            Person("kowhai-admin", "Jess Marlowe", (OPERATOR_ADMIN,)),
        ),
    ),
    Operator(
        "Southern Aurora Entertainment",
        "nz",
        (
            Casino("Aurora Casino", "15 Glacier Street, Dunedin", (("T1", CRAPS),)),
            Casino("Aurora Harbour Rooms", "2 Wharf Lane, Nelson", (("T1", CRAPS),)),
        ),
        (Person("aurora-submitter", "Iain Ferris", (SUBMITTER, OPERATOR_ADMIN)),),
    ),
    Operator(
        "Lantern Bay Resorts",
        "sg",
        (
            Casino("Lantern Bay Casino", "1 Lantern Quay", (("Pit 3 A", CRAPS), ("Pit 3 B", CRAPS))),
            Casino("Lantern Bay Salon", "1 Lantern Quay, level 5", (("Salon 1", CRAPS),)),
        ),
        (
            Person("lantern-submitter", "Lim Wei Jie", (SUBMITTER,)),
            Person("lantern-viewer", "Nadia Rahim", (VIEWER,)),
            Person("lantern-admin", "Charlotte Goh", (OPERATOR_ADMIN,)),
        ),
    ),
    Operator(
        "Orchid Strait Leisure",
        "sg",
        (Casino("Orchid Strait Casino", "20 Pandan Esplanade", (("C1", CRAPS),)),),
        (Person("orchid-submitter", "Suresh Menon", (SUBMITTER, OPERATOR_ADMIN)),),
    ),
    Operator(
        "Pandan Reef Leisure",  # deactivated in pending.py
        "sg",
        (Casino("Pandan Reef Casino", "3 Reef Terrace", (("R1", CRAPS),)),),
        (Person("pandan-submitter", "Joyce Lam", (SUBMITTER, OPERATOR_ADMIN)),),
    ),
    Operator(
        "Cedar Inlet Gaming",
        "bc",
        (
            Casino(
                "Cedar Inlet Casino",
                "310 Inlet Drive, Nanaimo",
                (
                    ("Craps 1", CRAPS),
                    ("Midi 1", MIDI),
                    ("Wheel 1", WHEEL),
                    ("Red Dog 1", RED_DOG),
                    ("War 1", WAR),
                    ("War 2", WAR),
                ),
            ),
            Casino(
                "Ferry Landing Casino",
                "9 Terminal Way, Sidney",
                (("Midi 1", MIDI), ("Red Dog 1", RED_DOG)),
            ),
        ),
        (
            Person("cedar-submitter", "Noor Haddad", (SUBMITTER,)),
            Person("cedar-viewer", "Paul Wrona", (VIEWER,)),
            Person("cedar-admin", "Emily Sato", (OPERATOR_ADMIN,)),
        ),
    ),
    Operator(
        "Glacier Peak Entertainment",
        "bc",
        (
            Casino(
                "Glacier Peak Casino",
                "77 Summit Road, Revelstoke",
                (("Craps 1", CRAPS), ("Wheel 1", WHEEL), ("War 1", WAR)),
            ),
        ),
        (Person("glacier-submitter", "Anders Lund", (SUBMITTER, OPERATOR_ADMIN)),),
    ),
    Operator(
        "Harbour Point Entertainment",
        "md",
        (
            Casino(
                "Harbour Point Casino",
                "500 Pier Avenue, Annapolis",
                (("C-101", CRAPS), ("C-102", CRAPS), ("C-103", CRAPS), ("M-01", MINI)),
            ),
            Casino("Harbour Point North", "12 Canal Street, Havre de Grace", (("C-201", CRAPS),)),
        ),
        (
            Person("harbour-submitter", "Lena Ortiz", (SUBMITTER,)),
            Person("harbour-viewer", "Calvin Brooks", (VIEWER,)),
            Person("harbour-admin", "Faye Donnelly", (OPERATOR_ADMIN,)),
        ),
    ),
    Operator(
        "Blue Heron Gaming",
        "md",
        (
            Casino("Blue Heron Casino", "1 Marsh Road, Cambridge", (("BH-1", CRAPS), ("BH-2", CRAPS))),
            Casino("Blue Heron Pier", "40 Boardwalk, Crisfield", (("BP-1", CRAPS),)),
        ),
        (Person("heron-submitter", "Grant Okafor", (SUBMITTER, OPERATOR_ADMIN)),),
    ),
)
