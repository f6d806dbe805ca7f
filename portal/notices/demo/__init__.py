"""The demonstration: fictional regulators, operators and cases, made by the same services people use."""

from portal.notices.demo.load import load_demo

__all__ = ["load_demo"]
