"""`python -m grader` is the `grader` command."""

from grader.cli import main

if __name__ == "__main__":  # processes that make feedback pages import this again
    main()
