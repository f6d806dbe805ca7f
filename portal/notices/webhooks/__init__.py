"""Webhooks: an organisation's systems are told, signed, what happens to its cases.

events     what is told to whom, written in the transaction of the act
outbox     from row to receiver, with retries
request    the one way out: which addresses may be called, and how
signature  secrets and signatures (Standard Webhooks)
services   what an administrator does with them
"""
