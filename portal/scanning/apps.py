from django.apps import AppConfig


class ScanningConfig(AppConfig):
    name = "portal.scanning"

    def ready(self) -> None:
        from portal import health
        from portal.scanning import clamd

        if clamd.is_set():
            health.extra_checks["scanner"] = scanner_line


def scanner_line() -> str:
    from portal.scanning import clamd

    try:
        clamd.signature_in(b"", seconds=3)
    except clamd.ScannerProblem:
        return "does not answer; uploaded files stay in quarantine"
    return "ok"
