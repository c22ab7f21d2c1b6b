// gen/report/chart.js -- charts as SVG: curves, axes, ticks, moving marks.
//
// Colours are classes, so that style.css defines light and dark. Names of models are inserted as
// text, never as markup.
//
// SPDX-License-Identifier: MIT

const GREEK = {
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", zeta: "ζ", eta: "η", theta: "θ",
    iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", pi: "π", rho: "ρ", sigma: "σ",
    tau: "τ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω", Gamma: "Γ", Delta: "Δ", Theta: "Θ",
    Lambda: "Λ", Xi: "Ξ", Pi: "Π", Sigma: "Σ", Phi: "Φ", Psi: "Ψ", Omega: "Ω",
};

// A text with Greek letters and primes.
function pretty(text) {
    return text.replace(/[A-Za-z]+/g, (word) =>
        (Object.hasOwn(GREEK, word) ? GREEK[word] : word)).replace(/'/g, "′");
}

// A name as its main part and its subscript.
function partsOf(name) {
    const parts = name.match(/^([A-Za-z]+)(?:_(\w+)|(\d+))('*)$/);
    if (!parts) return [pretty(name), ""];
    return [pretty(parts[1] + parts[4]), pretty(parts[2] ?? parts[3])];
}

function svg(tag, attributes = {}, ...children) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

// The label of an axis.
function axisName(name, attributes) {
    const [main, below] = partsOf(name);
    const out = svg("text", {class: "label", ...attributes}, main);
    if (below) out.append(svg("tspan", {dy: 4, "font-size": "75%"}, below));
    return out;
}

function brief(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    const text = size >= 1e5 || size < 1e-3 ? value.toExponential(3) : value.toPrecision(5);
    const [digits, power] = text.split("e");
    const short = digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits;
    return (power ? `${short}e${Number(power)}` : short).replace("-", "−").replace("e-", "e−");
}

// Round numbers that divide a range into about `wanted` parts.
function ticksOf(low, high, wanted) {
    const raw = (high - low) / Math.max(1, wanted);
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw * 0.999);
    const out = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
        out.push(Number((k * step).toPrecision(12)));
    return out;
}

function powerOfTen(k) {
    const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    return "10" + String(k).replace("-", "⁻").replace(/\d/g, (d) => digits[d]);
}

// Range of the finite numbers, widened if it is a point.
function extent(lists) {
    let [low, high] = [Infinity, -Infinity];
    for (const list of lists)
        for (const v of list)
            if (Number.isFinite(v)) {
                low = Math.min(low, v);
                high = Math.max(high, v);
            }
    if (low > high) return [0, 1];
    const least = 1e-9 * Math.max(1, Math.abs(low), Math.abs(high));
    return high - low < least ? [low - 0.5, high + 0.5] : [low, high];
}

// The path of a curve, with gaps at numbers that are not finite.
function pathOf(xs, ys, toX, toY) {
    let [text, pen] = ["", "M"];
    for (let i = 0; i < xs.length; i++) {
        const [a, b] = [toX(xs[i]), toY(ys[i])];
        if (!Number.isFinite(a) || !Number.isFinite(b)) {
            pen = "M";
            continue;
        }
        text += `${pen}${a.toFixed(2)} ${b.toFixed(2)}`;
        pen = "L";
    }
    return text;
}

// Grid, ticks and labels of the axes in a box f of pixels.
function drawAxes(root, f) {
    const yTicks = f.about.log
        ? ticksOf(f.y0, f.y1, (f.bottom - f.top) / 32)
            .filter((v) => Number.isInteger(v)).map((v) => [v, powerOfTen(v)])
        : ticksOf(f.y0, f.y1, (f.bottom - f.top) / 45).map((v) => [v, brief(v)]);
    for (const v of ticksOf(f.x0, f.x1, (f.right - f.left) / 80)) {
        root.append(
            svg("path", {class: "grid", d: `M${f.toX(v)} ${f.top}V${f.bottom}`}),
            svg("text", {class: "tick", x: f.toX(v), y: f.bottom + 16, "text-anchor": "middle"},
                brief(v)));
    }
    for (const [v, text] of yTicks) {
        root.append(
            svg("path", {class: "grid", d: `M${f.left} ${f.toY(v)}H${f.right}`}),
            svg("text", {class: "tick", x: f.left - 6, y: f.toY(v) + 4, "text-anchor": "end"},
                text));
    }
    root.append(svg("path", {class: "axis", d: `M${f.left} ${f.top}V${f.bottom}H${f.right}`}));
    if (f.about.x)
        root.append(axisName(f.about.x, {x: f.right, y: f.height - 8, "text-anchor": "end"}));
    if (f.about.y) root.append(axisName(f.about.y, {x: f.left, y: f.top, dx: 6, dy: 2}));
}

// The legend.
function keysOf(names) {
    return names.map((name, i) => {
        const key = document.createElement("span");
        key.className = `key k${i + 1}`;
        key.textContent = name;
        return key;
    });
}

// A chart. about: {title, x, y: labels, equal: equal scales, log: logarithmic y, floor: level of
// rounding errors}. Curves are {x, y, name}, with lists of numbers.
function chart(holder, about) {
    const state = {curves: [], at: null};
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const root = svg("svg", {role: "img", "aria-label": about.title});
    const legend = document.createElement("span");
    caption.append(about.title, legend);
    legend.className = "legend";
    figure.className = "chart";
    figure.append(caption, root);
    holder.append(figure);
    let marks = [];
    let scales = null;

    function ranges(width, height) {
        let [x0, x1] = extent(state.curves.map((c) => c.x));
        let [y0, y1] = extent(state.curves.map((c) => c.y));
        if (about.equal) {
            const scale = Math.max((x1 - x0) / width, (y1 - y0) / height);
            const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
            [x0, x1] = [cx - (scale * width) / 2, cx + (scale * width) / 2];
            [y0, y1] = [cy - (scale * height) / 2, cy + (scale * height) / 2];
        }
        const [dx, dy] = [(x1 - x0) * (about.equal ? 0.06 : 0), (y1 - y0) * 0.06];
        return [x0 - dx, x1 + dx, y0 - dy, y1 + dy];
    }

    function draw() {
        const width = Math.max(240, figure.clientWidth);
        const height = about.tall ? Math.min(width, 460) : Math.min(width * 0.7, 250);
        const left = 58;
        const [right, top, bottom] = [width - 12, 12, height - 40];
        const [x0, x1, y0, y1] = ranges(right - left, bottom - top);
        const toX = (v) => left + ((v - x0) / (x1 - x0)) * (right - left);
        const toY = (v) => bottom - ((v - y0) / (y1 - y0)) * (bottom - top);
        scales = {toX, toY};
        root.replaceChildren();
        root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        root.setAttribute("height", height);
        drawAxes(root, {x0, x1, y0, y1, left, right, top, bottom, toX, toY, height, about});
        if (about.floor !== undefined && about.floor > y0 && about.floor < y1)
            root.append(svg("path", {class: "floor", d: `M${left} ${toY(about.floor)}H${right}`}),
                svg("text", {class: "tick", x: right, y: toY(about.floor) - 4,
                    "text-anchor": "end"}, "rounding"));
        state.curves.forEach((c, i) => root.append(
            svg("path", {class: `curve c${i + 1}`, d: pathOf(c.x, c.y, toX, toY)})));
        marks = state.curves.map((c, i) => svg("circle", {class: `dot c${i + 1}`, r: 5}));
        root.append(...marks);
        if (state.at !== null) move(state.at);
    }

    // Marks the points of a row; a curve that has ended keeps its last point.
    function move(row) {
        state.at = row;
        marks.forEach((mark, i) => {
            const c = state.curves[i];
            const k = Math.min(row, c.x.length - 1);
            const [a, b] = [scales.toX(c.x[k]), scales.toY(c.y[k])];
            const seen = Number.isFinite(a) && Number.isFinite(b);
            mark.setAttribute("visibility", seen ? "visible" : "hidden");
            if (!seen) return;
            mark.setAttribute("cx", a);
            mark.setAttribute("cy", b);
        });
    }

    function show(curves, more = {}) {
        Object.assign(about, more);
        state.curves = curves;
        legend.replaceChildren(
            ...(curves.length < 2 && !more.named ? [] : keysOf(curves.map((c) => c.name))));
        draw();
    }

    new ResizeObserver(() => state.curves.length && draw()).observe(figure);
    return {show, move, figure};
}
