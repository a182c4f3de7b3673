"""Chromium without a window, driven over its debugging pipe: a message is JSON
and a NUL. Only what the tests of the admin page need."""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

needs_chromium = unittest.skipUnless(
    shutil.which("chromium"), "needs chromium, of Debian's package of that name")


class Browser:
    """One tab. Use as a context manager."""

    def __init__(self, dark=False, script=True, width=1280, height=1700):
        self.dark, self.script, self.width, self.height = dark, script, width, height
        self.number = 0
        self.session = None
        self.unread = b""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ingot-browser-"))
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()

        def place():
            # The numbers that the browser expects; both copies are inherited.
            low, high = os.dup(to_read), os.dup(to_write)
            os.dup2(low, 3)
            os.dup2(high, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=[3, 4, to_read, to_write], preexec_fn=place,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=self.width,
                  height=self.height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if self.dark else "light"}])
        if not self.script:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.call("Browser.close")
        except (OSError, EOFError):
            pass
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, 9)
            self.process.wait()
        os.close(self.to_read)
        os.close(self.to_write)
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        """The result of a command."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.unread:
            more = os.read(self.to_read, 1 << 16)
            if not more:
                raise EOFError("the browser ended")
            self.unread += more
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def value(self, expression):
        """What an expression of the page's is."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']['text']}")
        return result["result"].get("value")

    def wait(self, expression, seconds=30):
        """Until an expression is true."""
        end = time.monotonic() + seconds
        while True:
            try:
                if self.value(expression):
                    return
            except RuntimeError:  # Between two pages there is none to ask.
                pass
            if time.monotonic() > end:
                raise TimeoutError(expression)

    def key(self, key, code, number):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code,
                      windowsVirtualKeyCode=number)

    def screenshot(self, path):
        image = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(image))
