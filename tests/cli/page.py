#!/usr/bin/env python3
"""Plays the page in a real browser: page.py LEEWAY [FOLDER FOR SCREENSHOTS]. Prints TAP."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.support.ui import Select
except ImportError:
    print("1..0 # SKIP there is no selenium for python")
    sys.exit(0)
if not (shutil.which("chromium") and shutil.which("chromedriver")):
    print("1..0 # SKIP there is no chromium with its driver")
    sys.exit(0)

count = 0


def check(good, name):
    global count
    count += 1
    print("%s %d - %s" % ("ok" if good else "not ok", count, name), flush=True)


def board():
    """30 x 20 cells on two layers, by a rule instead of chance."""
    rows = []
    for layer in range(2):
        for y in range(20):
            row = ""
            for x in range(30):
                wall = (x * 7 + y * 13 + layer * 5) % 11 < 2 and 0 < x < 29
                row += "#" if wall else "5" if 12 <= x < 16 and 5 <= y < 9 else "."
            rows.append(row)
        rows.append("-")
    rows[0] = "S" + rows[0][1:]
    rows[40] = rows[40][:29] + "T"
    return "\n".join(rows[:-1]) + "\n"


def make(leeway, folder, name, text, *options):
    maze = os.path.join(folder, name + ".txt")
    page = os.path.join(folder, name + ".html")
    with open(maze, "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run([leeway, "wave", maze, "--html", page, *options], check=True, stdout=subprocess.DEVNULL)
    return page


class Browser:
    def __init__(self, shots):
        options = webdriver.ChromeOptions()
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_page_load_timeout(120)
        self.driver.set_script_timeout(120)
        self.shots = shots

    def open(self, page, width=1280, height=900, dark=False):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]},
        )
        self.driver.get("file://" + page)

    def id(self, name):
        return self.driver.find_element(By.ID, name)

    def click(self, name):
        self.id(name).click()

    def keys(self, *keys):
        self.driver.find_element(By.TAG_NAME, "body").send_keys(*keys)

    def js(self, text):
        return self.driver.execute_script(text)

    @property
    def frame(self):
        return int(self.id("scrub").get_attribute("value"))

    @property
    def last(self):
        return int(self.id("scrub").get_attribute("max"))

    @property
    def playing(self):
        return self.js("return 'playing' in document.body.dataset")

    @property
    def shown(self):
        return self.js("return [...document.querySelectorAll('.panel')].map((p) => p.dataset.name)")

    def drag(self, name, value):
        """As a hand does: the value, and the event that says so."""
        self.js(
            "const r = document.getElementById('%s'); r.value = %d;"
            "r.dispatchEvent(new Event('input', {bubbles: true}))" % (name, value)
        )

    def picture(self):
        return self.js("return document.querySelector('.panel canvas').toDataURL()")

    def shot(self, name):
        if self.shots:
            self.driver.save_screenshot(os.path.join(self.shots, name + ".png"))


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def check_controls(browser):
    check(browser.frame == 0 and browser.shown == ["lee", "double", "akers-123", "akers-1122"], "four at the start")
    check("+" not in browser.id("title").text and browser.id("title").text == "two.txt", "the file is the title")
    empty = browser.picture()
    browser.click("forward")
    check(browser.frame == 1 and browser.picture() != empty, "a step forward")
    browser.click("forward")
    browser.click("back")
    check(browser.frame == 1, "a step back")
    browser.click("first")
    check(browser.frame == 0 and browser.picture() == empty, "the first frame is as it was")
    browser.click("last")
    check(browser.frame == browser.last > 10, "the last frame")
    done = browser.picture()
    panels = [p.text for p in browser.driver.find_elements(By.CSS_SELECTOR, ".panel")]
    check(all("found: " in text and "the path" in text for text in panels), "all have come to their path")
    browser.drag("scrub", 7)
    check(browser.frame == 7 and browser.id("where").text.startswith("frame 7 of "), "scrubbing")
    check(all("Frame 7 of " in p.text for p in browser.driver.find_elements(By.CSS_SELECTOR, ".panel")), "all are in step")
    browser.drag("speed", 6)
    check(browser.id("pace").text == "64 a second", "the speed is said")
    browser.drag("speed", 0)
    browser.click("play")
    check(browser.playing, "it plays")
    browser.click("play")
    check(not browser.playing, "it pauses")
    at = browser.frame
    browser.drag("speed", 6)
    browser.click("play")
    check(until(lambda: browser.frame == browser.last), "it plays to the end")
    check(not browser.playing and at < browser.last, "and stops there")
    check(browser.picture() == done, "where it looks as before")
    numbers = browser.picture()
    browser.click("numbers")
    check(browser.picture() != numbers, "numbers go")
    browser.click("numbers")
    check(browser.picture() == numbers, "and come back")


SAME_LABELLED = """
return [...document.querySelectorAll('.panel')].map((p) => p.innerText)
    .filter((text) => new Set(text.match(/[0-9]+ labelled/g)).size > 1)
"""


def check_chooser(browser):
    browser.click("chooser")
    browser.click("none")
    check(browser.shown == [] and browser.last == 0, "none")
    browser.click("all")
    everyone = browser.shown
    check(len(everyone) > 20, "all of them")
    browser.click("last")
    check(browser.js(SAME_LABELLED) == [], "each counts as many cells as the library did")
    browser.shot("all")
    browser.click("chooser") if not browser.id("all").is_displayed() else None
    browser.click("none")
    for name in ("lee", "astar"):
        browser.driver.find_element(By.CSS_SELECTOR, "#choices input[value=%s]" % name).click()
    check(browser.shown == ["lee", "astar"], "two of them, in their order")
    browser.driver.find_element(By.CSS_SELECTOR, "#choices input[value=lee]").click()
    check(browser.shown == ["astar"], "one is taken away")
    browser.driver.find_element(By.CSS_SELECTOR, "#choices input[value=lee]").click()
    browser.driver.find_element(By.CSS_SELECTOR, "#chooser summary").click()


def check_keys(browser):
    browser.keys(Keys.HOME)
    check(browser.frame == 0, "Home")
    browser.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    check(browser.frame == 1, "arrows")
    browser.keys(Keys.END)
    check(browser.frame == browser.last, "End")
    browser.drag("speed", 3)
    browser.keys("+")
    check(browser.id("pace").text == "16 a second", "+ is faster")
    browser.keys("-", "-")
    check(browser.id("pace").text == "4 a second", "- is slower")
    browser.keys(Keys.HOME, " ")
    check(browser.playing, "space plays")
    browser.keys(" ")
    check(not browser.playing, "space pauses")


COLOURS = """
const style = getComputedStyle(document.documentElement);
return Object.fromEntries(arguments[0].map((n) => [n, style.getPropertyValue('--' + n).trim()]))
"""


def lightness(colour):
    """L* of CIE: what a grey printer keeps of a colour."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def check_colours(browser):
    names = ["free", "wall", "done", "waiting", "path"]
    browser.keys(Keys.END)
    pictures = set()
    for theme in ("light", "dark", "grey"):
        Select(browser.id("theme")).select_by_value(theme)
        pictures.add(browser.picture())
        colours = browser.driver.execute_script(COLOURS, names + ["done-back", "waiting-back"])
        light = sorted(lightness(colours[name]) for name in names)
        check(all(b - a > 9 for a, b in zip(light, light[1:])), "%s: apart in lightness: %s" % (theme, [round(l) for l in light]))
        browser.shot(theme)
    check(len(pictures) == 3, "each has its colours")
    Select(browser.id("theme")).select_by_value("auto")


def check_print(browser):
    Select(browser.id("theme")).select_by_value("dark")
    pdf = browser.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"]
    check(len(pdf) > 10000, "it prints")
    if browser.shots:
        import base64

        with open(os.path.join(browser.shots, "print.pdf"), "wb") as file:
            file.write(base64.b64decode(pdf))
    check(browser.js("return document.documentElement.dataset.colours") == "dark", "and is dark again afterwards")


def check_hover(browser):
    from selenium.webdriver.common.action_chains import ActionChains

    canvas = browser.driver.find_element(By.CSS_SELECTOR, ".panel canvas")
    ActionChains(browser.driver).move_to_element_with_offset(canvas, 40, 0).perform()
    check(": cell " in browser.id("hover").text, "a cell is told: " + browser.id("hover").text)


def fits(browser):
    return browser.js("return document.documentElement.scrollWidth <= innerWidth")


def check_animation(browser, leeway, folder):
    """Four frames a second; the ends have letters instead of numbers."""
    maze, picture = os.path.join(folder, "line.txt"), os.path.join(folder, "line.svg")
    with open(maze, "w", encoding="utf-8") as file:
        file.write("S...T\n")
    subprocess.run([leeway, "wave", maze, "--svg", picture], check=True, stdout=subprocess.DEVNULL)
    browser.open(picture)

    def numbers(seconds):
        return browser.js(
            "const s = document.documentElement; s.pauseAnimations(); s.setCurrentTime(%f);"
            "return [...s.querySelectorAll('.n text')].filter((t) => /[0-9]/.test(t.textContent)"
            " && getComputedStyle(t).visibility === 'visible').map((t) => t.firstChild.data.trim())" % seconds
        )

    check(numbers(0.1) == [], "an SVG: nothing is reached at first")
    check(numbers(0.6) == ["1", "2"], "two cells after two frames")
    check(numbers(1.4) == ["1", "2", "3"], "three at the end")
    length = browser.js("return getComputedStyle(document.querySelector('path[stroke]')).visibility")
    check(length == "visible", "with the path")
    check(numbers(4.6 + 0.5) in ([], ["1"]), "and it begins again")


def check_room(browser, leeway, folder):
    """12 x 7 cells: as large as the screen lets them, and all of it is seen."""
    maze = "S" + "." * 11 + "\n" + ("." * 12 + "\n") * 5 + "." * 11 + "T\n"
    one = make(leeway, folder, "one", maze)
    four = make(leeway, folder, "four", maze, "-a", "lee,double,astar,direction")
    for page, width, height, least in ((one, 1920, 1080, 80), (one, 1280, 720, 45), (four, 1920, 1080, 36), (four, 1024, 768, 32)):
        browser.open(page, width, height)
        browser.keys(Keys.END)
        side = browser.js("return document.querySelector('.panel canvas').clientWidth / 12")
        check(side >= least, "cells of %d pixels on a screen of %d" % (side, width))
        seen = browser.js("return [...document.querySelectorAll('.map')].every((m) => m.getBoundingClientRect().bottom <= innerHeight)")
        if width > 1024:  # there they may have to be scrolled to
            check(seen, "and all maps are seen")
        check(fits(browser), "without sideways scrolling")
    wide = make(leeway, folder, "wide", ("." * 31 + "\n") * 21, "-a", "lee,double,astar")
    for width, height in ((1920, 1080), (1280, 720)):
        browser.open(wide, width, height)
        tops = browser.js("return [...document.querySelectorAll('.map')].map((m) => m.getBoundingClientRect().top)")
        check(tops[0] == tops[1] < tops[2], "31 x 21 cells stand in pairs on a screen of %d: %s" % (width, tops))
        check(fits(browser), "and fit")
    browser.open(one, 800, 1000)
    for letters in (16, 26):
        browser.js("document.documentElement.style.fontSize = '%dpx'; dispatchEvent(new Event('resize'))" % letters)
        low = []
        for key in (Keys.HOME, Keys.END):
            browser.keys(key)
            low.append(browser.js("return document.querySelector('.panel').getBoundingClientRect().bottom + scrollY - innerHeight"))
        check(low[0] == low[1] <= 0, "words in letters of %d pixels have their room from the start: %s" % (letters, low))


def check_dear(browser, leeway, folder):
    """What a cell costs is seen in the last frame."""
    browser.open(make(leeway, folder, "dear", "S9T\n...\n", "-a", "weighted"))
    browser.keys(Keys.END)
    pixel = browser.js(
        "const c = document.querySelector('.panel canvas'), side = c.width / 3;"
        "return [...c.getContext('2d').getImageData(side + side * 0.3, side * 0.05, 1, 1).data].slice(0, 3)"
    )
    colour = browser.driver.execute_script(COLOURS, ["dear-corner"])["dear-corner"]
    check("#%02x%02x%02x" % tuple(pixel) == colour, "dear ground keeps its corner: %s" % pixel)


def check_arrows(browser, leeway, folder):
    """The column below S heard from above."""
    from selenium.webdriver.common.action_chains import ActionChains

    browser.open(make(leeway, folder, "arrows", "S.\n..\n.T\n", "-a", "direction"))
    browser.keys(Keys.END)
    canvas = browser.driver.find_element(By.CSS_SELECTOR, ".panel canvas")
    for row in (0, 1):
        x, y = -canvas.size["width"] // 4, row * canvas.size["height"] // 3
        ActionChains(browser.driver).move_to_element_with_offset(canvas, x, y).perform()
        check("arrow \u2191" in browser.id("hover").text, "an arrow points up: " + browser.id("hover").text)
    drawn = browser.picture()
    browser.shot("arrows")
    browser.click("numbers")
    check(browser.picture() != drawn, "it is drawn, and goes with the numbers")


def run(leeway, folder, shots):
    page = make(leeway, folder, "two", board(), "--algorithm", "all")
    check(os.path.getsize(page) < 1 << 20, "below 1 MB: %d bytes" % os.path.getsize(page))
    with open(page, encoding="utf-8") as file:
        check("http" not in file.read().replace("http-equiv", ""), "no address in it")
    hostile = make(leeway, folder, "a<b>&'\"", "S.T\n")
    browser = Browser(shots)
    try:
        browser.open(page)
        check_controls(browser)
        check_chooser(browser)
        check_keys(browser)
        check_colours(browser)
        check_hover(browser)
        check_print(browser)
        check(fits(browser), "no sideways scrolling")
        browser.open(page, 360, 740)
        browser.drag("scrub", 12)
        check(fits(browser), "nor on a telephone")
        for width in (360, 700, 960, 1000):
            browser.open(page, width, 740)
            browser.driver.find_element(By.CSS_SELECTOR, "#chooser summary").click()
            ends = browser.js("const r = document.querySelector('#chooser > div').getBoundingClientRect(); return [r.left, r.right]")
            check(0 <= ends[0] and ends[1] <= width, "the list of algorithms is on a screen of %d: %s" % (width, ends))
        browser.open(page, 360, 740)
        browser.drag("scrub", 12)
        browser.shot("narrow")
        browser.open(page, dark=True)
        browser.drag("scrub", 20)
        check(browser.js("return document.documentElement.dataset.colours") == "dark", "dark where the system is")
        browser.shot("system-dark")
        browser.open(hostile)
        check(browser.id("title").text == "a<b>&'\".txt", "a name with signs of HTML is text")
        check_room(browser, leeway, folder)
        check_dear(browser, leeway, folder)
        check_arrows(browser, leeway, folder)
        check_animation(browser, leeway, folder)
        log = [entry for entry in browser.driver.get_log("browser")]
        check(not log, "the console is silent: " + json.dumps(log))
    finally:
        browser.driver.quit()
    print("1..%d" % count)


def main():
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        run(sys.argv[1], folder, shots)


main()
