"""Webhooks: signed messages to an organisation's systems about its cases.

events     writes the messages, in the transaction of the event
outbox     delivers them, with retries
request    the only outgoing HTTP: which addresses may be called, and how
signature  secrets and signatures (Standard Webhooks)
services   what an administrator does with webhooks
"""
