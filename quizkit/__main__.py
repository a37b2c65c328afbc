"""Run the command line as `python -m quizkit`."""

from quizkit.cli.main import run

if __name__ == "__main__":
    run()
