"""Runs the checks of a script."""

import traceback


def run(names, subject):
    """Calls every function of `names` (a script's `globals()`) whose name begins with `check_`, with the subject.

    Prints a line for each check and `N passed, N failed` at the end.

    Returns the script's exit code: 1 if a check failed, or there is none.
    """
    checks = [value for name, value in names.items() if name.startswith("check_")]
    failed = 0
    for check in checks:
        title = check.__name__.removeprefix("check_").replace("_", " ")
        try:
            check(subject)
            print(f"ok      {title}")
        except Exception as error:  # A failed check must not keep the others from running.
            failed += 1
            print(f"FAILED  {title}: {error}")
            traceback.print_exc()
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed or not checks else 0
