"""`python -m patchpoker` is `patchpoker`."""

import sys

from patchpoker.cli import main

if __name__ == "__main__":
    sys.exit(main())
