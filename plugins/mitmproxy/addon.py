"""The addon that mitmdump loads: destinations by name, the recorder, and the API of the plugin."""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from mitmproxy import platform  # noqa: E402

from destination import Destination, unknown_address  # noqa: E402
from recorder import Recorder  # noqa: E402
from server import Server  # noqa: E402

platform.original_addr = unknown_address

recorder = Recorder()
addons = [Destination(), recorder, Server(recorder)]
