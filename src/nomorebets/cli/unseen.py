"""A command whose arguments are read from standard input: those of a process are read by everybody on its machine."""

import json
import sys

from nomorebets.cli.app import main

if __name__ == "__main__":
    sys.argv = ["nmb", *json.load(sys.stdin)]
    main()
