"""``python -m conformance -- PROGRAM``."""

from conformance.command_line import main

raise SystemExit(main())
