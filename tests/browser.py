#!/usr/bin/env python3
"""tests/browser.py NOSLIP [MODEL...] -- reports, opened and used in Chromium.

Every report must stay silent in the console and on the network, set its formulas, move when Play is
pressed, answer to the keyboard, fit a phone, and compute by itself what `noslip run` computes.

SPDX-License-Identifier: MIT
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Few and many coordinates, affine and holonomic constraints, two laws, events and inputs.
MODELS = ["skater_slope", "sleigh", "snakeboard", "turntable_ball", "fourbar",
          "vakonomic_particle", "rolling_disk", "trailer10", "particle_sphere", "bounce"]
PLACES = ["models", "tests/models", "tests/browser"]
AGREE = 1e-9
LARGEST = 1500000  # bytes of a report
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--window-size=1280,900"]
PATIENCE = 600  # seconds that a script may take on a busy machine


class Count:
    """Checks that passed and failed."""

    passed = failed = 0

    def check(self, model, what, good, seen=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL browser {model}: {what} {seen}")


def open_browser(folder):
    options = Options()
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={folder}/profile")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(PATIENCE)
    return driver


def look(driver, width, scheme="light"):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": scheme},
                     {"name": "prefers-reduced-motion", "value": "reduce"}]})


def requests(driver):
    """Addresses that the page requested, except those of files and of the browser itself."""
    out = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            out.append(message["params"]["request"]["url"])
    return out


# ---- numbers ----

PAGE_ROWS = """
const path = noslip.run.paths[arguments[0]];
const every = Math.max(1, Math.floor(path.t.length / 60));
const rows = path.t.map((t, i) => [t, ...path.x[i]]);
return {names: path.pack.model.states.map((q) => q.name), ended: path.ended,
    rows: rows.filter((row, i) => i % every === 0 || i === rows.length - 1)};
"""


def run_rows(noslip, path, times, options):
    """The same rows by `noslip run`, by a method that is independent of that of the page."""
    out = subprocess.run(
        [noslip, "run", path, "--method", "taylor", "--tol", "1e-14", "-q", "-o", "-",
         "--at", ",".join(repr(t) for t in times), *options],
        check=True, capture_output=True, text=True).stdout
    table = csv.reader(io.StringIO(out))
    names = next(table)
    return names, [[float(v) for v in row] for row in table]


def difference(noslip, driver, path, options, law=0):
    """The largest difference between page and run, relative to 1 and to the numbers."""
    page = driver.execute_script(PAGE_ROWS, law)
    names, rows = run_rows(noslip, path, [row[0] for row in page["rows"]], options)
    most = 0 if len(rows) >= len(page["rows"]) else float("inf")
    for ours, theirs in zip(page["rows"], rows):
        for k, name in enumerate(["t", *page["names"]]):
            other = theirs[names.index(name)]
            most = max(most, abs(ours[k] - other) / (1 + abs(other)))
    return most


SET = """
const [kind, index, value] = arguments;
const field = document.getElementById(`${kind}-${index}`).parentNode
    .querySelector("input[type=number]");
const before = noslip.run;
field.value = value;
field.dispatchEvent(new Event("input"));
const done = arguments[arguments.length - 1];
const look = (left) => noslip.run !== before || left === 0
    ? done(document.querySelector(".message").textContent) : setTimeout(look, 20, left - 1);
look(20000);
"""


def set_value(driver, kind, index, value):
    return driver.execute_async_script(SET, kind, index, value)


def sliders(driver):
    """Values that can be changed: kind, index, name, value."""
    return driver.execute_script("""
        return Array.from(document.querySelectorAll(".controls .row"), (row) => {
            const [range, field] = row.querySelectorAll("input");
            const [kind, index] = range.id.split("-");
            return [kind, Number(index), field.getAttribute("aria-label").split(", as")[0],
                field.valueAsNumber];
        });""")


DRAWN = "return Array.from(document.querySelectorAll('.chart svg'), (s) => s.innerHTML).join()"


def check_numbers(count, noslip, driver, model, path):
    most = difference(noslip, driver, path, [])
    count.check(model, "the page agrees with run", most < AGREE, most)
    options = []
    for kind, flag in [("parameters", "-p"), ("given", "-i")]:
        offered = [s for s in sliders(driver) if s[0] == kind]
        if not offered:
            continue
        _, index, name, value = offered[-1] if kind == "given" else offered[0]
        value = value * 1.125 if value else 0.1
        before = driver.execute_script(DRAWN)
        set_value(driver, kind, index, value)
        after = driver.execute_script(DRAWN)
        options += [flag, f"{name}={value!r}"]
        moved = difference(noslip, driver, path, options)
        count.check(model, f"the page agrees with run {' '.join(options)}", moved < AGREE, moved)
        count.check(model, f"{name} changes the path", before != after)


# ---- display ----

STACKED = """
const fractions = Array.from(document.querySelectorAll("mfrac"));
const bad = fractions.filter((f) => {
    const [a, b] = Array.from(f.children, (c) => c.getBoundingClientRect());
    return !(a.height > 0 && b.height > 0 && a.bottom <= b.top + 1 &&
        a.left < b.right && b.left < a.right);
});
return [fractions.length, bad.length, document.querySelectorAll("math").length];
"""


def check_page(count, driver, model):
    fractions, bad, formulas = driver.execute_script(STACKED)
    count.check(model, "fractions are stacked", fractions > 0 and bad == 0, (fractions, bad))
    count.check(model, "there are formulas", formulas > 5, formulas)
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = driver.execute_script(colour)
    look(driver, 1280, "dark")
    count.check(model, "night is dark", driver.execute_script(colour) != light, light)
    driver.execute_script("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    for width in (1280, 360):
        look(driver, width)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        count.check(model, f"fits {width} pixels", wide <= width, wide)
    look(driver, 1280)
    driver.execute_script("document.querySelectorAll('#source details')"
                          ".forEach((d) => { d.open = false; })")


SEEN = """return [document.querySelector(".transport input").valueAsNumber,
    document.querySelector(".stage svg")?.innerHTML ?? document.querySelector(".chart").innerHTML]"""


# So slowly that a busy machine does not miss the end.
SLOW = """const speed = document.querySelector(".transport select");
speed.value = Array.from(speed.options, (o) => o.value).filter((v) => report_end / v > 8).at(-1);"""


def with_law(path, form, folder):
    """The same model, under the law of motion that the form is for."""
    with open(path, encoding="utf-8") as model:
        lines = [line for line in model if not line.startswith("dynamics")]
    if form == "vakonomic":
        lines.append("\ndynamics vakonomic\n")
    else:  # where multipliers follow from the motion, none has a start
        lines = [re.sub(r", lambda\d+ = [^,\n]+", "", line) for line in lines]
    name = os.path.join(folder, f"{form}-{os.path.basename(path)}")
    with open(name, "w", encoding="utf-8") as model:
        model.writelines(lines)
    return name


def check_laws(count, noslip, driver, model, path, folder):
    """Where two laws are compared, the second motion is that of its own law."""
    forms = driver.execute_script("return noslip.map((pack) => pack.model.form)")
    for law, form in list(enumerate(forms))[1:]:
        most = difference(noslip, driver, with_law(path, form, folder), ["--form", form],
                          law)
        count.check(model, f"the page agrees with run --form {form}", most < AGREE, most)


def check_player(count, driver, model):
    driver.execute_script(SLOW.replace("report_end", "noslip.run.paths[0].t.at(-1)"))
    button = driver.find_element(By.CSS_SELECTOR, ".play")
    before = driver.execute_script(SEEN)
    button.click()
    during = before
    for _ in range(3000):
        time.sleep(0.1)
        during = driver.execute_script(SEEN)
        if during[0] > before[0]:
            break
    count.check(model, "Play moves the body", during[0] > before[0] and during[1] != before[1])
    count.check(model, "Play becomes Pause", button.text == "Pause", button.text)
    driver.execute_script("document.activeElement.blur()")
    driver.find_element(By.TAG_NAME, "body").send_keys(" ")
    paused = driver.execute_script(SEEN)
    time.sleep(0.15)
    count.check(model, "the space bar pauses", driver.execute_script(SEEN) == paused)
    slider = driver.find_element(By.CSS_SELECTOR, ".transport input")
    slider.send_keys(Keys.ARROW_RIGHT)
    moved = driver.execute_script(SEEN)
    count.check(model, "an arrow key moves time", moved[0] == paused[0] + 1, (paused[0], moved[0]))
    slider.send_keys(Keys.HOME)


# Every control can be reached by keyboard, has a name, and shows its focus.
FOCUS = """
const all = Array.from(document.querySelectorAll("a, button, select, input, summary"));
return all.filter((e) => {
    e.focus({focusVisible: true});
    if (e.offsetParent === null) return false;
    const name = e.ariaLabel ?? e.labels?.[0]?.textContent ?? e.textContent;
    return document.activeElement !== e || getComputedStyle(e).outlineStyle === "none" ||
        e.tabIndex < 0 || !name.trim();
}).map((e) => e.outerHTML);
"""


def check_keyboard(count, driver, model):
    bad = driver.execute_script(FOCUS)
    count.check(model, "everything can be reached by the keyboard", not bad, bad[:3])
    driver.execute_script("document.activeElement.blur(); scrollTo(0, 0)")


def check_text(count, driver, model, path):
    """Texts of a model never become markup."""
    with open(path, encoding="utf-8") as file:
        source = file.read()
    shown = driver.execute_script("""return [document.querySelector("#source pre").textContent,
        document.querySelectorAll("img, iframe, object, link, [style], [onerror]").length,
        document.querySelectorAll("script").length, document.title, noslip.length,
        document.querySelector("h1").textContent]""")
    count.check(model, "the source is what it was", shown[0] == source)
    count.check(model, "no markup came from the model", shown[1] == 0 and shown[2] == shown[4] + 1,
                shown[1:3])
    count.check(model, "titles agree", shown[3] == shown[5], shown[3])


def check_model(count, noslip, driver, folder, name):
    path = next((f"{place}/{name}.nh" for place in PLACES if os.path.exists(f"{place}/{name}.nh")),
                name)
    pages = [f"{folder}/{name}{i}.html" for i in (1, 2)]
    begun = time.time()
    for page in pages:
        told = subprocess.run([noslip, "report", path, "-o", page], capture_output=True, text=True)
        if told.returncode:
            count.check(name, "there is a report", False, told.stderr)
            return
        if time.time() - begun > 2:  # once is enough where it takes long
            pages[1] = pages[0]
            break
    with open(pages[0], "rb") as one, open(pages[1], "rb") as two:
        bytes_of = one.read()
        count.check(name, "the same bytes twice", bytes_of == two.read())
    count.check(name, "not too large", len(bytes_of) < LARGEST, len(bytes_of))
    look(driver, 1280)
    requests(driver)
    address = f"file://{pages[0]}"
    driver.get(address)
    check_text(count, driver, name, path)
    check_page(count, driver, name)
    check_keyboard(count, driver, name)
    check_player(count, driver, name)
    check_laws(count, noslip, driver, name, path, folder)
    check_numbers(count, noslip, driver, name, path)
    said = [entry["message"] for entry in driver.get_log("browser")]
    count.check(name, "nothing is said in the console", not said, said[:3])
    asked = [url for url in requests(driver) if url != address]
    count.check(name, "nothing is asked of anybody", not asked, asked[:3])


def check_with_browser(count, noslip, folder, name):
    """Each model has a browser of its own. A browser that crashes says nothing about the page: then
    the model is checked once more. Checks that fail are not repeated."""
    for left in (1, 0):
        here = Count()
        try:
            driver = open_browser(tempfile.mkdtemp(dir=folder))
            try:
                check_model(here, noslip, driver, folder, name)
            finally:
                driver.quit()
        except WebDriverException as error:
            print(f"browser {name}: {type(error).__name__}: {error}")
            if not left:
                here.check(name, "the browser runs to the end", False)
            elif not here.failed:
                continue
        count.passed += here.passed
        count.failed += here.failed
        return


def main():
    noslip = os.path.abspath(sys.argv[1])
    count = Count()
    folder = tempfile.mkdtemp()
    try:
        for name in sys.argv[2:] or MODELS:
            check_with_browser(count, noslip, folder, name)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{count.passed} passed, {count.failed} failed")
    return 1 if count.failed else 0


if __name__ == "__main__":
    sys.exit(main())
