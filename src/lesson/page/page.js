"use strict";
/*
 * The data are what the library recorded: deeds in frames, packed into numbers of base 32 with a
 * bit that says whether more follows, in the letters of base 64 (page.c has the other half of this).
 */
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const size = data.cols * data.rows * data.layers;
const byId = (id) => document.getElementById(id);

/* ---- unpacking ---- */

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const DIGIT = new Map([...LETTERS].map((letter, i) => [letter, i]));

function* numbers(text) {
    let value = 0, scale = 1;
    for (const letter of text) {
        const digit = DIGIT.get(letter);
        value += (digit & 31) * scale;
        scale *= 32;
        if (digit & 32) continue;
        yield value;
        value = 0;
        scale = 1;
    }
}

/* 0, -1, 1, -2 ... */
const signed = (n) => (n % 2 ? -(n + 1) / 2 : n / 2);

function costs(text) {
    const all = new Uint16Array(size);
    const packed = numbers(text);
    for (let at = 0; at < size;) {
        const cost = packed.next().value, count = packed.next().value;
        all.fill(cost, at, at + count);
        at += count;
    }
    return all;
}

const cost = costs(data.costs);
const LEAST = cost.reduce((least, one) => (one && one < least ? one : least), Infinity);

const LABEL = 0, LABEL_BACK = 1, DONE = 2, FORGET = 3, FRAME = 4, KINDS = 8;

/* Frames are lists of deeds: kind, cell, value. */
function frames(text) {
    const all = [];
    const packed = numbers(text);
    let cell = 0, value = 0, step = 0;
    for (const number of packed) {
        const kind = number % KINDS;
        if (kind === FRAME) {
            step += signed(packed.next().value);
            all.push({step, deeds: []});
            continue;
        }
        cell += signed((number - kind) / KINDS);
        if (kind === LABEL || kind === LABEL_BACK) value += signed(packed.next().value);
        all[all.length - 1].deeds.push([kind, cell, value]);
    }
    return all;
}

function path(text) {
    let cell = 0;
    return Array.from(numbers(text), (number) => (cell += signed(number)));
}

const place = (cell) => ({
    x: cell % data.cols,
    y: Math.floor(cell / data.cols) % data.rows,
    layer: Math.floor(cell / data.cols / data.rows),
});

/* ---- playing ---- */

/* Where a label of coding by direction points: to where the wave came from, on the screen. */
const FIRST_DIRECTION = 3;
const WAYS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/* [x, y]; null: the start, or a change of layer. */
function wayOf(note) {
    const way = note < FIRST_DIRECTION ? undefined : WAYS[(note - FIRST_DIRECTION) * 8 / data.directions];
    return way ? [way[0], data.yUp ? -way[1] : way[1]] : null;
}

const ARROWS = ["\u2196\u2191\u2197", "\u2190\u2022\u2192", "\u2199\u2193\u2198"];

/* What a label says, in words. */
function said(player, cell) {
    const value = player.value[cell];
    if (!player.run.notes) return `value ${value}`;
    const [x, y] = wayOf(value) || [0, 0];
    return x || y ? `arrow ${ARROWS[y + 1][x + 1]}` : value < FIRST_DIRECTION ? "the start" : "from another layer";
}

const UNTOUCHED = 0, WAITING = 1, FINISHED = 2;

class Player {
    constructor(run) {
        this.run = run;
        this.frames = frames(run.deeds);
        this.path = path(run.path);
        this.stepwise = this.frames.every((one, i) => i === 0 || one.step > this.frames[i - 1].step);
        this.last = this.frames.length - (this.path.length ? 0 : 1);
        this.state = new Uint8Array(size);
        this.back = new Uint8Array(size);
        this.value = new Float64Array(size);
        this.seen = new Uint8Array(size);
        this.rewind();
    }

    rewind() {
        this.frame = -1;
        this.state.fill(UNTOUCHED);
        this.seen.fill(0);
        this.labelled = 0;
        this.go(0);
    }

    go(frame) {
        frame = Math.min(frame, this.last);
        if (frame < this.frame) this.rewind();
        while (this.frame < frame) this.play(++this.frame);
    }

    play(frame) {
        if (frame === this.frames.length) return; /* the path */
        for (const [kind, cell, value] of this.frames[frame].deeds) {
            if (kind === FORGET) {
                this.state.fill(UNTOUCHED);
            } else if (kind === DONE) {
                this.state[cell] = FINISHED;
            } else {
                this.labelled += 1 - this.seen[cell]; /* each cell once, as the library counts */
                this.seen[cell] = 1;
                this.state[cell] = WAITING;
                this.back[cell] = kind === LABEL_BACK ? 1 : 0;
                this.value[cell] = value;
            }
        }
    }

    get finished() { return this.frame === this.last; }
    get pathShown() { return this.path.length > 0 && this.finished; }
    get step() { return this.frames[Math.min(this.frame, this.frames.length - 1)].step; }
    count(wanted) { return this.state.reduce((sum, state) => sum + (state === wanted), 0); }
}

/* ---- painting ---- */

const colour = {};

function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "ink", "soft", "line", "free", "dear", "wall", "done", "waiting", "done-back",
        "waiting-back", "dear-corner", "on-corner", "path", "casing", "on-done", "on-waiting", "on-path"])
        colour[name] = style.getPropertyValue("--" + name).trim();
}

function stripes(pen, x, y, side) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, side, side);
    pen.clip();
    pen.strokeStyle = colour.ink;
    pen.globalAlpha = 0.3;
    pen.lineWidth = Math.max(0.5, side / 16);
    pen.beginPath();
    for (let at = -side; at < side; at += side / 3) {
        pen.moveTo(x + at, y + side);
        pen.lineTo(x + at + side, y);
    }
    pen.stroke();
    pen.restore();
}

/* Dear ground, whatever has become of the cell. */
function paintCorner(pen, x, y, side) {
    pen.fillStyle = colour["dear-corner"];
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x + side * 0.46, y);
    pen.lineTo(x, y + side * 0.46);
    pen.fill();
}

/* A cell is {cost, state, back}. */
function paintCell(pen, x, y, side, cell) {
    const back = cell.back ? "-back" : "";
    pen.fillStyle = colour[cell.cost === 0 ? "wall"
        : cell.state === WAITING ? "waiting" + back
        : cell.state === FINISHED ? "done" + back
        : cell.cost > LEAST ? "dear" : "free"];
    pen.fillRect(x, y, side, side);
    if (cell.cost === 0) return;
    if (cell.state !== UNTOUCHED && cell.back) stripes(pen, x, y, side);
    pen.strokeStyle = colour.line;
    pen.lineWidth = side < 6 ? 0.25 : 1;
    if (side >= 4) pen.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
    if (cell.state === WAITING && side >= 8) {
        pen.strokeStyle = colour["on-waiting"];
        pen.lineWidth = Math.max(1, side / 14);
        pen.strokeRect(x + side / 10, y + side / 10, side * 0.8, side * 0.8);
    }
}

function paintText(pen, text, x, y, side, style, bold) {
    paintWord(pen, text, x, y, side, style, bold,
        bold ? Math.min(side * 0.46, side / text.length) : Math.min(side * 0.5, side * 1.45 / text.length));
}

function paintWord(pen, text, x, y, side, style, bold, high) {
    if (high < 6) return;
    pen.fillStyle = style;
    pen.font = `${bold ? "bold " : ""}${high}px system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(text, x + side / 2, y + side * 0.53);
}

/* Where cells are on a canvas: layers beside each other, or below where that makes them larger. */
class Layout {
    constructor(width, height, most) {
        const {cols, rows, layers} = data, many = layers > 1;
        const beside = Math.min((width - 8 * (layers - 1)) / (cols * layers), (height - 16 * many) / rows);
        const below = Math.min(width / cols, (height - 16 - 18 * (layers - 1)) / (rows * layers));
        this.stacked = many && (height < Infinity ? below > beside : beside < 12 && below > beside);
        this.side = Math.max(3, Math.min(most, Math.floor(this.stacked ? below : beside)));
        this.gap = many ? (this.stacked ? 18 : 8) : 0;
        this.top = many ? 16 : 0;
        const across = this.stacked ? 1 : layers, down = this.stacked ? layers : 1;
        this.width = across * cols * this.side + (across - 1) * this.gap;
        this.height = this.top + down * rows * this.side + (down - 1) * this.gap;
    }

    corner(layer) {
        return {
            x: this.stacked ? 0 : layer * (data.cols * this.side + this.gap),
            y: this.top + (this.stacked ? layer * (data.rows * this.side + this.gap) : 0),
        };
    }

    at(cell) {
        const {x, y, layer} = place(cell), corner = this.corner(layer);
        const row = data.yUp ? data.rows - 1 - y : y;
        return {x: corner.x + x * this.side, y: corner.y + row * this.side};
    }

    /* The cell at a point, or -1. */
    cellAt(x, y) {
        for (let layer = 0; layer < data.layers; layer++) {
            const corner = this.corner(layer);
            const col = Math.floor((x - corner.x) / this.side), row = Math.floor((y - corner.y) / this.side);
            if (col < 0 || row < 0 || col >= data.cols || row >= data.rows) continue;
            return (layer * data.rows + (data.yUp ? data.rows - 1 - row : row)) * data.cols + col;
        }
        return -1;
    }
}

function paintPath(pen, layout, cells) {
    const side = layout.side;
    const pieces = [];
    cells.forEach((cell, i) => {
        const {x, y} = layout.at(cell);
        const moves = i > 0 && place(cell).layer === place(cells[i - 1]).layer;
        if (!moves) pieces.push([]);
        pieces[pieces.length - 1].push([x + side / 2, y + side / 2]);
    });
    pen.lineCap = pen.lineJoin = "round";
    for (const [style, width] of [["casing", 0.86], ["path", 0.66]]) {
        pen.strokeStyle = colour[style];
        pen.lineWidth = Math.max(1.5, side * width);
        pen.fillStyle = colour[style];
        for (const piece of pieces) {
            pen.beginPath();
            for (const point of piece) pen.lineTo(...point);
            pen.stroke();
            for (const [x, y] of [piece[0], piece[piece.length - 1]]) {
                pen.beginPath();
                pen.arc(x, y, side * (width / 2 + 0.04), 0, 2 * Math.PI);
                pen.fill();
            }
        }
    }
}

function paintEnd(pen, layout, cell, letter, shown) {
    const {x, y} = layout.at(cell), side = layout.side;
    if (!shown) {
        pen.strokeStyle = colour.path;
        pen.lineWidth = Math.max(1.5, side / 8);
        pen.beginPath();
        pen.arc(x + side / 2, y + side / 2, side * 0.42, 0, 2 * Math.PI);
        pen.stroke();
    }
    paintWord(pen, letter, x, y, side, shown ? colour["on-path"] : colour.ink, true, side * 0.62);
}

/* In small cells the head alone, which fills them. */
function paintArrow(pen, x, y, side, style, [dx, dy]) {
    const long = side < 14 ? 0 : side * 0.27, turn = Math.atan2(dy, dx);
    pen.save();
    pen.translate(x + side / 2, y + side / 2);
    pen.rotate(turn);
    pen.strokeStyle = pen.fillStyle = style;
    pen.lineWidth = Math.max(1.5, side / 14);
    pen.lineCap = pen.lineJoin = "round";
    pen.beginPath();
    if (long) {
        pen.moveTo(-long, 0);
        pen.lineTo(long, 0);
        for (const across of [-0.15, 0.15]) {
            pen.moveTo(long - side * 0.18, side * across);
            pen.lineTo(long, 0);
        }
        pen.stroke();
    } else {
        pen.moveTo(side * 0.36, 0);
        pen.lineTo(-side * 0.26, side * 0.32);
        pen.lineTo(-side * 0.26, -side * 0.32);
        pen.fill();
    }
    pen.restore();
}

/* A ring: from another layer. */
function paintRing(pen, x, y, side, style) {
    pen.strokeStyle = style;
    pen.lineWidth = Math.max(1, side / 12);
    pen.beginPath();
    pen.arc(x + side / 2, y + side / 2, side * 0.22, 0, 2 * Math.PI);
    pen.stroke();
}

function paintNumber(pen, layout, player, cell, onPath) {
    const {x, y} = layout.at(cell);
    const state = player.state[cell], dear = cost[cell] > LEAST;
    if (state === UNTOUCHED) {
        if (dear) paintText(pen, String(cost[cell]), x, y, layout.side, colour.soft, false);
        return;
    }
    const small = layout.side * 0.33; /* the cost stays in the corner */
    if (dear) paintText(pen, String(cost[cell]), x, y, small, colour["on-corner"], false);
    const style = colour[onPath ? "on-path" : state === WAITING ? "on-waiting" : "on-done"];
    const way = player.run.notes && wayOf(player.value[cell]);
    if (way) paintArrow(pen, x, y, layout.side, style, way);
    else if (player.run.notes) paintRing(pen, x, y, layout.side, style);
    else paintText(pen, String(player.value[cell]), x, y, layout.side, style, onPath);
}

function paintMap(pen, layout, player, withNumbers) {
    const onPath = new Set(player.pathShown ? player.path : []);
    pen.fillStyle = colour.paper;
    pen.fillRect(0, 0, layout.width, layout.height);
    for (let layer = 0; data.layers > 1 && layer < data.layers; layer++) {
        const corner = layout.corner(layer);
        pen.fillStyle = colour.soft;
        pen.font = "12px system-ui, \"DejaVu Sans\", sans-serif";
        pen.textAlign = "left";
        pen.textBaseline = "bottom";
        pen.fillText("layer " + (layer + 1), corner.x, corner.y - 1);
    }
    for (let cell = 0; cell < size; cell++) {
        const {x, y} = layout.at(cell);
        paintCell(pen, x, y, layout.side, {cost: cost[cell], state: player.state[cell], back: player.back[cell]});
    }
    if (onPath.size) paintPath(pen, layout, player.path);
    for (let cell = 0; cell < size; cell++) {
        const {x, y} = layout.at(cell);
        if (cost[cell] > LEAST && layout.side >= 6) paintCorner(pen, x, y, layout.side);
    }
    for (let cell = 0; withNumbers && cell < size; cell++)
        if (cost[cell] && cell !== data.from && cell !== data.to)
            paintNumber(pen, layout, player, cell, onPath.has(cell));
    paintEnd(pen, layout, data.from, "S", onPath.size > 0);
    if (data.to !== data.from) paintEnd(pen, layout, data.to, "T", onPath.size > 0);
}

/* ---- panels ---- */

const element = (name, text, of) => {
    const made = document.createElement(name);
    made.textContent = text || "";
    if (of) of.append(made);
    return made;
};
const many = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

class Panel {
    constructor(run) {
        this.player = new Player(run);
        this.box = element("section");
        this.box.className = "panel";
        this.box.dataset.name = run.name;
        element("h2", run.title, this.box);
        element("p", `${run.source}: ${run.gist}`, this.box).className = "source";
        const map = element("div", "", this.box);
        map.className = "map";
        this.canvas = element("canvas", "", map);
        this.canvas.setAttribute("role", "img");
        this.now = element("p", "", this.box);
        this.result = element("p", "", this.box);
        this.now.className = this.result.className = "counts";
        this.result.textContent = `${this.outcome}; ${run.labelled} labelled, ${run.expanded} expanded, ` +
            `frontier ${run.frontier}, ${many(run.waves, "wave step")}, ${many(run.bits, "bit")} a cell`;
        this.canvas.addEventListener("pointermove", (event) => this.tell(event));
        this.canvas.addEventListener("pointerleave", () => { byId("hover").textContent = ""; });
    }

    get outcome() {
        const run = this.player.run;
        if (run.outcome !== "found") return run.outcome;
        const vias = data.layers > 1 ? `, ${many(run.vias, "via")}` : "";
        return `found: ${many(run.steps, "step")}, ${many(run.bends, "bend")}${vias}, cost ${run.cost}` +
            (run.optimal ? ", none is cheaper" : "");
    }

    /* The line that changes from frame to frame. */
    count(where, labelled, waiting, done) {
        this.now.innerHTML = "";
        element("b", where, this.now);
        this.now.append(`: ${labelled} labelled, ${waiting} waiting, ${done} done`);
    }

    /* As wide as it can become, for its height to be measured. */
    countAll() {
        const last = this.player.last;
        this.count(`Frame ${last} of ${last}, the path`, size, size, size);
    }

    countNow() {
        const player = this.player;
        const step = player.pathShown ? ", the path" : player.stepwise ? `, step ${player.step}` : "";
        this.count(`Frame ${player.frame} of ${player.last}${step}`, player.labelled, player.count(WAITING), player.count(FINISHED));
    }

    show(frame) {
        const player = this.player;
        player.go(frame);
        this.countNow();
        this.result.style.visibility = player.finished ? "visible" : "hidden"; /* it has its place */
        this.canvas.setAttribute("aria-label", `${player.run.title}: ${this.now.textContent}.` +
            (player.finished ? ` ${this.result.textContent}` : ""));
        this.paint();
    }

    paint(print) {
        const width = this.box.clientWidth;
        if (!width) return;
        const layout = this.layout = print ? new Layout(width, Infinity, 30) : new Layout(width, room.height, LARGEST);
        const scale = print ? 3 : window.devicePixelRatio || 1;
        this.canvas.width = layout.width * scale;
        this.canvas.height = layout.height * scale;
        this.canvas.style.width = layout.width + "px";
        this.canvas.style.height = layout.height + "px";
        const pen = this.canvas.getContext("2d");
        pen.scale(scale, scale);
        paintMap(pen, layout, this.player, byId("numbers").checked);
    }

    tell(event) {
        const cell = this.layout.cellAt(event.offsetX, event.offsetY);
        if (cell < 0) return;
        const {x, y, layer} = place(cell), {state} = this.player;
        const what = cost[cell] === 0 ? "blocked"
            : (state[cell] === UNTOUCHED ? "free" : `${said(this.player, cell)}, ` +
               (state[cell] === WAITING ? "waits" : "done")) + (cost[cell] > LEAST ? `, costs ${cost[cell]}` : "");
        byId("hover").textContent = `${this.player.run.title}: cell ${x},${y}` +
            (data.layers > 1 ? ` on layer ${layer + 1}` : "") + `: ${what}`;
    }
}

/* In how many columns panels stand, and how high a map may be. Cells are as large as all panels have
 * room for on the screen; where they would be too small to read from afar, the page scrolls, and each
 * map has room by itself. Large maps stand in pairs as long as they can be read from near: waves are to
 * be seen beside each other. */
const LARGEST = 96, LEGIBLE = 32, NEAR = 18, BETWEEN = 24;
const room = {height: Infinity};

/* How high the words of a panel are, and what lies between them, in so many columns. */
function wordsIn(columns) {
    byId("panels").style.setProperty("--columns", columns);
    const margins = 1.6 * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const words = shown.map((panel) => [...panel.box.children].filter((one) => one.className !== "map"));
    const highest = (i) => Math.max(...words.map((ones) => ones[i].offsetHeight));
    return margins + (words[0] || []).reduce((sum, _, i) => sum + highest(i), 0);
}

function makeRoom() {
    const main = byId("panels"), count = shown.length;
    const high = innerHeight - main.getBoundingClientRect().top - scrollY;
    const side = (columns, height) => new Layout((main.clientWidth + BETWEEN) / columns - BETWEEN, height, LARGEST).side;
    for (const panel of shown) panel.countAll();
    const words = shown.map((_, i) => wordsIn(i + 1));
    const heightOf = (columns) => high / Math.ceil(count / columns) - words[columns - 1];
    let best = 1, largest = 0;
    for (let columns = 1; columns <= count; columns++) {
        const now = heightOf(columns) > 0 ? side(columns, heightOf(columns)) : 0;
        if (now > largest) [best, largest] = [columns, now];
    }
    room.height = heightOf(best);
    if (largest < LEGIBLE) {
        const byItself = (columns) => Math.max(200, innerHeight - byId("controls").clientHeight - words[columns - 1]);
        best = 1;
        while (best < count && side(best + 1, byItself(best + 1)) >= LEGIBLE) best++;
        if (best === 1 && count > 1 && side(2, byItself(2)) >= NEAR) best = 2;
        room.height = byItself(best);
    }
    main.style.setProperty("--columns", best);
    for (const panel of shown) panel.countNow();
}

const panels = data.runs.map((run) => new Panel(run));
const SHOWN_AT_FIRST = 4;
let shown = panels.slice(0, SHOWN_AT_FIRST);
let frame = 0, timer = 0, last = 0;

function showFrame(wanted) {
    frame = Math.max(0, Math.min(wanted, last));
    byId("scrub").value = frame;
    byId("where").textContent = `frame ${frame} of ${last}`;
    for (const panel of shown) panel.show(frame);
    if (frame === last) pause();
}

function arrange() {
    last = Math.max(0, ...shown.map((panel) => panel.player.last));
    byId("scrub").max = last;
    byId("panels").replaceChildren(...shown.map((panel) => panel.box));
    makeRoom();
    for (const box of document.querySelectorAll("#choices input"))
        box.checked = shown.some((panel) => panel.player.run.name === box.value);
    showFrame(frame);
}

/* ---- controls ---- */

const pace = () => 2 ** Number(byId("speed").value);

function pause() {
    clearTimeout(timer);
    timer = 0;
    delete document.body.dataset.playing;
    byId("play").setAttribute("aria-label", "Play");
}

function tick() {
    timer = setTimeout(tick, 1000 / pace());
    showFrame(frame + 1);
}

function play() {
    if (last === 0) return;
    document.body.dataset.playing = "";
    byId("play").setAttribute("aria-label", "Pause");
    if (frame === last) showFrame(0);
    clearTimeout(timer);
    document.body.dataset.playing = "";
    timer = setTimeout(tick, 1000 / pace());
}

const toggle = () => (timer ? pause() : play());
const stepTo = (wanted) => { pause(); showFrame(wanted); };

function setSpeed(speed) {
    byId("speed").value = speed;
    byId("pace").textContent = `${pace()} a second`;
}

const system = matchMedia("(prefers-color-scheme: dark)");
function setColours(printed) {
    const wanted = byId("theme").value;
    const chosen = wanted !== "auto" ? wanted : system.matches ? "dark" : "light";
    document.documentElement.dataset.colours = printed && chosen === "dark" ? "light" : chosen;
    readColours();
    paintLegend();
    for (const panel of shown) panel.paint(printed);
}

function choose(wanted) {
    pause();
    shown = panels.filter(wanted);
    arrange();
}

function paintLegend() {
    const both = panels.some((panel) => panel.player.frames.some((one) => one.deeds.some(([kind]) => kind === LABEL_BACK)));
    const entries = [
        ["blocked", {cost: 0}], ["free", {cost: 1, state: UNTOUCHED}],
        cost.some((one) => one > LEAST) && ["costs more", {cost: LEAST + 1, state: UNTOUCHED}],
        ["waits: the wavefront", {cost: 1, state: WAITING}], ["done", {cost: 1, state: FINISHED}],
        both && ["waits, from the target", {cost: 1, state: WAITING, back: 1}],
        both && ["done, from the target", {cost: 1, state: FINISHED, back: 1}], ["path", null],
    ];
    byId("legend").replaceChildren(...entries.filter(Boolean).map(([text, cell]) => {
        const item = element("li"), canvas = element("canvas", "", item), side = 22;
        canvas.width = canvas.height = 3 * side;
        canvas.style.width = canvas.style.height = side + "px";
        const pen = canvas.getContext("2d");
        pen.scale(3, 3);
        paintCell(pen, 0, 0, side, cell || {cost: 1, state: FINISHED});
        if (cell && cell.cost > LEAST) paintCorner(pen, 0, 0, side);
        for (const [style, high] of cell ? [] : [["casing", 0.86], ["path", 0.66]]) {
            pen.fillStyle = colour[style];
            pen.fillRect(0, side * (1 - high) / 2, side, side * high);
        }
        item.append(text);
        return item;
    }));
}

function listAlgorithms() {
    for (const panel of panels) {
        const label = element("label", "", element("li", "", byId("choices")));
        const box = element("input", "", label);
        box.type = "checkbox";
        box.value = panel.player.run.name;
        box.addEventListener("change", () => choose((one) => (one === panel ? box.checked : shown.includes(one))));
        label.append(panel.player.run.title);
    }
    byId("chooser").hidden = panels.length < 2;
}

const keys = {
    " ": toggle,
    ArrowLeft: () => stepTo(frame - 1),
    ArrowRight: () => stepTo(frame + 1),
    Home: () => stepTo(0),
    End: () => stepTo(last),
    "+": () => setSpeed(Number(byId("speed").value) + 1),
    "=": () => setSpeed(Number(byId("speed").value) + 1),
    "-": () => setSpeed(Number(byId("speed").value) - 1),
};

/* What a control takes itself is left to it. */
function takes(target, key) {
    if (target.matches("button, summary, input[type=checkbox]")) return key === " ";
    if (target.matches("input[type=range]")) return key !== " " && key !== "+" && key !== "-" && key !== "=";
    return target.matches("select");
}

function listen() {
    const clicks = {
        first: () => stepTo(0), back: () => stepTo(frame - 1), play: toggle, forward: () => stepTo(frame + 1),
        last: () => stepTo(last), all: () => choose(() => true), none: () => choose(() => false),
    };
    for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener("click", does);
    byId("scrub").addEventListener("input", () => stepTo(Number(byId("scrub").value)));
    byId("speed").addEventListener("input", () => setSpeed(byId("speed").value));
    byId("numbers").addEventListener("change", () => setColours());
    byId("theme").addEventListener("change", () => setColours());
    system.addEventListener("change", () => setColours());
    addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key] || takes(event.target, event.key)) return;
        event.preventDefault();
        keys[event.key]();
    });
    addEventListener("resize", () => {
        makeRoom();
        for (const panel of shown) panel.paint();
    });
    addEventListener("beforeprint", () => setColours(true));
    addEventListener("afterprint", () => setColours());
}

document.title = `${data.title}: waves`;
byId("title").textContent = data.title;
byId("about").textContent = data.about;
byId("made").textContent = `Made by Leeway ${data.leeway}; works without a network.`;
listAlgorithms();
listen();
setSpeed(3);
setColours();
arrange();
})();
