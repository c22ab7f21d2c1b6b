// gen/report/player.js -- player of a report: sliders, runs, charts, animation.
//
// It follows `report` (data of the model), motion.js, chart.js and scene.js in the same module. A
// change of a slider makes a new run at the next frame; if the run fails, the last one remains and
// a message says why.
//
// SPDX-License-Identifier: MIT

const packs = globalThis.noslip;
const [pack] = packs;
const moved = {parameters: new Map(), inputs: new Map(), given: new Map()};
const player = document.getElementById("player");
let run = null;
let row = 0;

function node(tag, attributes = {}, ...children) {
    const out = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) out.setAttribute(key, value);
    out.append(...children);
    return out;
}

// A name with its subscript.
function named(name) {
    const [main, below] = partsOf(name);
    return node("i", {}, main, ...(below ? [node("sub", {}, below)] : []));
}

function capital(text) {
    return text.length > 2 ? text[0].toUpperCase() + text.slice(1) : text;
}

// ---- a run with the values of the sliders ----

function inputsOf() {
    return Float64Array.from(pack.model.inputs, (q, i) => moved.inputs.get(i) ?? q.value);
}

// The initial state of the model: its own numbers, if it has them.
const usualStart = (() => {
    const u = inputsOf();
    const found = startOf(pack, moved.given, u, parametersOf(pack, moved.parameters, u));
    const own = pack.model.states.map((q) => q.value);
    return own.every(Number.isFinite) ? {...found, x: Float64Array.from(own)} : found;
})();

function compute() {
    const begun = performance.now();
    const u = inputsOf();
    const p = parametersOf(pack, moved.parameters, u);
    const start = moved.given.size || moved.parameters.size || moved.inputs.size
        ? startOf(pack, moved.given, u, p) : usualStart;
    if (!start.x) return {fault: "No start was found with these values."};
    const paths = packs.map((other, k) => {
        const q = k ? parametersOf(other, moved.parameters, u) : p;
        const x = k ? startLike(pack, start.x, other, u, p, q) : start.x;
        return {pack: other, u, p: q, ...integrate(other, x, u, q, report.end, report.dt)};
    });
    if (paths[0].t.length < 2)
        return {fault: `No motion from here: ${paths[0].ended ?? "it ends at once"}. ` +
            "Other initial values may do."};
    return {paths, start, p, u, ms: performance.now() - begun};
}

// Columns of a path: plots, energy, constraint residuals.
function columnsOf(path) {
    const n = report.plots.length;
    const out = {x: [], y: [], energy: [], off: []};
    for (let k = 0; k < n; k++) [out.x[k], out.y[k]] = [[], []];
    path.t.forEach((t, i) => {
        const drawn = block(path.pack, "output", t, path.u, path.x[i], path.p);
        for (let k = 0; k < n; k++) {
            out.x[k].push(drawn[2 * k]);
            out.y[k].push(drawn[2 * k + 1]);
        }
        out.energy.push(block(path.pack, "energy", t, path.u, path.x[i], path.p)[0] ?? NaN);
        const off = block(path.pack, "constraint", t, path.u, path.x[i], path.p);
        out.off.push(off.length ? size(off) : NaN);
    });
    return out;
}

// ---- charts ----

const stage = node("div", {class: "stage"});
const gallery = node("div", {class: "charts"});
const charts = [];

// `curves` makes the curves from all paths and their columns.
function addChart(holder, about, curves) {
    charts.push({...chart(holder, about), curves});
}

function plotCurves(k) {
    return (paths) => paths.map((p) => ({x: p.columns.x[k], y: p.columns.y[k], name: p.pack.law}));
}

// Logarithms of sizes; values below the level of rounding are raised to it.
function logs(values, floor) {
    return values.map((v) => Math.log10(Math.max(Math.abs(v), floor)));
}

function driftCurves(paths) {
    const [path] = paths;
    const {energy, off} = path.columns;
    const floor = 2 ** -53 * Math.max(1e-300, size(energy));
    const curves = [];
    if (report.conserved)
        curves.push({x: path.t, y: logs(energy.map((e) => e - energy[0]), floor),
            name: "energy"});
    if (off.some((v) => v > 0))
        curves.push({x: path.t, y: logs(off, 2 ** -53), name: "constraint"});
    return {curves, more: {floor: Math.log10(floor), named: true}};
}

function makeCharts() {
    const bodies = pack.model.scene?.length > 0;
    const first = bodies ? -1 : report.plots.findIndex((plot) => !plot.time);
    if (bodies)
        charts.push({...sceneOf(stage, {title: "The system in motion"}), curves: (paths) => paths});
    report.plots.forEach((plot, k) => {
        const {x, y} = plot;
        const title = plot.time ? `${capital(pretty(y))} against time`
            : `Path in the plane of ${pretty(x)} and ${pretty(y)}`;
        addChart(k === first ? stage : gallery,
            {title, x, y, equal: !plot.time, tall: k === first}, plotCurves(k));
    });
    if (!report.plots.length)
        pack.model.states.slice(0, 6).forEach((q, i) => addChart(gallery,
            {title: `${pretty(q.name)} against time`, x: "t", y: q.name},
            (paths) => [{x: paths[0].t, y: paths[0].x.map((s) => s[i]), name: q.name}]));
    if (packs.length > 1)
        addChart(gallery, {title: "How far the two laws are from each other", x: "t", y: "distance"},
            ([a, b]) => [{x: a.t, y: a.t.map((t, i) => b.x[i] === undefined ? NaN :
                Math.hypot(...Array.from({length: report.coordinates},
                    (_, j) => a.x[i][j] - b.x[i][j]))), name: "distance"}]);
    if (report.conserved || pack.model.lengths.constraint)
        addChart(gallery, {title: "Errors of the run", x: "t", y: "size",
            log: true}, driftCurves);
}

function showRun() {
    for (const path of run.paths) path.columns = columnsOf(path);
    for (const c of charts) {
        const made = c.curves(run.paths);
        const {curves, more} = Array.isArray(made) ? {curves: made, more: {}} : made;
        c.figure.hidden = curves.length === 0;
        if (curves.length) c.show(curves, more);
    }
    slider.max = run.paths[0].t.length - 1;
    goTo(Math.min(row, run.paths[0].t.length - 1));
}

// ---- time ----

const button = node("button", {type: "button", class: "play"}, "Play");
const slider = node("input", {type: "range", min: 0, max: 1, step: 1, value: 0,
    "aria-label": "time"});
const clock = node("output", {class: "clock"}, "t = 0");
const SPEEDS = [0.01, 0.1, 0.25, 0.5, 1, 2, 4, 10, 100];
const speed = node("select", {"aria-label": "speed"},
    ...SPEEDS.map((value) => node("option", {value}, `${value} ×`)));
const transport = node("div", {class: "transport"}, button, slider, clock, speed);
const readout = node("dl", {class: "state", "aria-label": "state"});
let playing = null; // {frame, clock, t}: the next frame, and the model time t at clock time

function value(name, number) {
    return node("div", {}, node("dt", {}, name), node("dd", {}, brief(number)));
}

function goTo(k) {
    row = k;
    const {t, x, pack: {model}, columns} = run.paths[0];
    slider.value = k;
    slider.setAttribute("aria-valuetext", `t = ${brief(t[k])}`);
    clock.value = `t = ${brief(t[k])}`;
    for (const c of charts) if (!c.figure.hidden) c.move(k);
    readout.replaceChildren(
        ...model.states.map((q, i) => value(named(q.name), x[k][i])),
        value("energy", columns.energy[k]));
}

function pause() {
    if (playing) cancelAnimationFrame(playing.frame);
    playing = null;
    button.textContent = "Play";
}

function tick(now) {
    const {t} = run.paths[0];
    const past = ((now - playing.clock) / 1000) * Number(speed.value);
    playing.clock = now;
    playing.t += past;
    let k = row;
    while (k < t.length - 1 && t[k + 1] <= playing.t) k++;
    if (k !== row) goTo(k);
    if (k === t.length - 1) pause();
    else playing.frame = requestAnimationFrame(tick);
}

function play() {
    if (!run) return;
    if (row >= run.paths[0].t.length - 1) goTo(0);
    playing = {clock: performance.now(), t: run.paths[0].t[row], frame: 0};
    playing.frame = requestAnimationFrame(tick);
    button.textContent = "Pause";
}

function toggle() {
    if (playing) pause();
    else play();
}

// ---- sliders ----

const message = node("p", {class: "message", role: "status"});
const controls = node("form", {class: "controls", autocomplete: "off"});
const rows = [];

// The range of a slider: that of the model, else twice the value to both sides.
function rangeOf(value, about) {
    const wide = value === 0 ? 1 : 2 * Math.abs(value);
    const low = about.low ?? (about.positive || (about.parameter && value > 0)
        ? Math.min(value, wide) / 20 : value - wide);
    return [low, about.high ?? value + wide];
}

let pending = 0;
function renew() {
    if (!pending) pending = requestAnimationFrame(() => {
        pending = 0;
        update();
    });
}

// One number with a slider and a field, which agree. `kind` and `index` identify it.
function addRow(holder, kind, index, about, value) {
    const id = `${kind}-${index}`;
    const [low, high] = rangeOf(value, about);
    const range = node("input", {type: "range", min: low, max: high, step: "any", id, value});
    const field = node("input", {type: "number", step: "any", value,
        "aria-label": `${about.name}, as a number`});
    const label = node("label", {for: id}, named(about.name));
    if (about.unit) label.append(node("span", {class: "unit"}, ` [${about.unit}]`));
    if (about.doc) label.append(node("span", {class: "doc"}, ` ${about.doc}`));
    const take = (from, other) => () => {
        const v = from.valueAsNumber;
        if (!Number.isFinite(v)) return;
        moved[kind].set(index, v);
        other.value = v;
        renew();
    };
    range.addEventListener("input", take(range, field));
    field.addEventListener("input", take(field, range));
    holder.append(node("div", {class: "row"}, label, range, field));
    rows.push({kind, index, range, field, value});
}

function setRow(r, value) {
    r.range.value = value;
    r.field.value = Number(value.toPrecision(12));
}

function group(title, fill) {
    const out = node("details", {class: "group"}, node("summary", {}, title));
    fill(out);
    out.open = out.children.length <= 9;
    if (out.children.length > 1) controls.append(out);
}

function makeControls() {
    group("Parameters", (to) => {
        report.parameters.forEach((q, i) => {
            const m = pack.model.parameters[i];
            addRow(to, "parameters", i, {...m, ...q, parameter: true}, m.value);
        });
        report.inputs.forEach((q, i) => {
            const m = pack.model.inputs[i];
            if (!q.driven) addRow(to, "inputs", i, {...m, ...q}, m.value);
        });
    });
    const start = usualStart;
    group("Initial values", (to) => {
        const u = inputsOf();
        const given = block(pack, "given", 0, u, start.x ?? new Float64Array(99),
            parametersOf(pack, moved.parameters, u));
        report.given.forEach((q, i) => {
            if (!q.guess && !start.follows.has(i))
                addRow(to, "given", i, q, given[given.length / 2 + i]);
        });
    });
    const left = report.given.filter((q, i) => !q.rest && (q.guess || start.follows.has(i)));
    if (left.length)
        controls.append(node("p", {class: "note"},
            `Follows from the others: ${left.map((q) => pretty(q.name)).join(", ")}.`));
    const reset = node("button", {type: "button"}, "Values of the model");
    reset.addEventListener("click", () => {
        for (const map of Object.values(moved)) map.clear();
        for (const r of rows) setRow(r, r.value);
        renew();
    });
    controls.append(reset);
    controls.addEventListener("submit", (event) => event.preventDefault());
}

// Updates parameters and initial values that depend on others.
function follow(p, u, x) {
    const given = block(pack, "given", 0, u, x, p);
    for (const r of rows) {
        if (moved[r.kind].has(r.index)) continue;
        if (r.kind === "parameters") setRow(r, p[r.index]);
        if (r.kind === "given") setRow(r, given[given.length / 2 + r.index]);
    }
}

function tell(fresh) {
    const [path] = fresh.paths;
    const parts = [`${path.steps} steps of dop853, tolerance 1e−12, ${fresh.ms.toFixed(0)} ms`];
    for (const {pack: {law}, ended, t} of fresh.paths)
        if (ended) parts.push(`${packs.length > 1 ? `${law}: ` : ""}until t = ` +
            `${brief(t[t.length - 1])}: ${ended}`);
    if (path.events.length)
        parts.push(`${path.events.length} event${path.events.length > 1 ? "s" : ""}, the last ` +
            `${path.events[path.events.length - 1].name} at t = ` +
            `${brief(path.events[path.events.length - 1].t)}`);
    message.className = "message";
    message.textContent = `${parts.join("; ")}.`;
}

function update() {
    const fresh = compute();
    for (const part of [transport, gallery, stage]) part.hidden = !run && fresh.fault;
    if (fresh.fault) {
        message.className = "message fault";
        message.textContent = run ? `${fresh.fault} The last motion is still shown.` : fresh.fault;
        return;
    }
    run = fresh;
    packs.run = run;
    follow(run.p, run.u, run.start.x);
    showRun();
    tell(run);
}

// ---- the page ----

// Equations that are wider than the page scroll; they must be reachable by keyboard.
function reachable() {
    for (const box of document.querySelectorAll(".lines, .wide, pre")) {
        if (box.scrollWidth > box.clientWidth) {
            box.tabIndex = 0;
            box.setAttribute("role", "region");
            box.setAttribute("aria-label", "scrolls sideways");
        } else {
            box.removeAttribute("tabindex");
        }
    }
}

function keys(event) {
    const taken = event.target.closest("input, button, select, textarea, summary, a");
    if (event.key !== " " || taken || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    toggle();
}

// Real time, unless the run would take less than 3 s or more than 40 s.
function usualSpeed() {
    const fits = SPEEDS.filter((v) => report.end / v >= 3 && report.end / v <= 40);
    return fits.includes(1) ? 1 : fits[0] ?? (report.end < 3 ? SPEEDS[0] : SPEEDS.at(-1));
}

makeCharts();
makeControls();
speed.value = usualSpeed();
player.append(node("div", {class: "board"},
    node("div", {class: "first"}, stage,
        transport, message),
    controls,
    node("div", {class: "rest"}, readout, gallery)));
button.addEventListener("click", toggle);
slider.addEventListener("input", () => {
    pause();
    goTo(slider.valueAsNumber);
});
document.addEventListener("keydown", keys);
addEventListener("resize", reachable);
document.addEventListener("toggle", reachable, true);
update();
reachable();
