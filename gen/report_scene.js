// gen/report_scene.js -- bodies that move: what `draw` statements show, at the rows of a run.
//
// The block `scene` gives the numbers of all shapes, model.scene says how to read them. Points in
// space are seen from a fixed direction, without perspective.
//
// SPDX-License-Identifier: MIT

const VIEW = {turn: -Math.PI / 3, rise: Math.PI / 7};

// Where the eye is: what is at right angles to it looks as it is.
const EYE = [Math.cos(VIEW.turn) * Math.cos(VIEW.rise), Math.sin(VIEW.turn) * Math.cos(VIEW.rise),
    Math.sin(VIEW.rise)];

function projected(point) {
    const [x, y, z = 0] = point;
    const [c, s] = [Math.cos(VIEW.turn), Math.sin(VIEW.turn)];
    return [-s * x + c * y, z * Math.cos(VIEW.rise) - (c * x + s * y) * Math.sin(VIEW.rise)];
}

// Points of a circle in space about `centre`, at right angles to `normal`.
function ringOf(centre, normal, radius) {
    const length = Math.hypot(...normal) || 1;
    const n = normal.map((v) => v / length);
    const aside = Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
    const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0]];
    const e = cross(n, aside);
    const size = Math.hypot(...e);
    const [a, b] = [e.map((v) => v / size), cross(n, e.map((v) => v / size))];
    return Array.from({length: 49}, (_, k) => {
        const angle = (k * Math.PI) / 24;
        return centre.map((v, i) =>
            v + radius * (Math.cos(angle) * a[i] + Math.sin(angle) * b[i]));
    });
}

// A wheel from above: a bar with round ends, four times as long as wide.
function wheelOf([x, y], [angle, length]) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [half, wide] = [length / 2, length / 8];
    const out = [];
    for (const [end, from] of [[1, -Math.PI / 2], [-1, Math.PI / 2]])
        for (let k = 0; k <= 6; k++) {
            const turn = from + (k * Math.PI) / 6;
            const a = end * (half - wide) + wide * Math.cos(turn);
            const b = wide * Math.sin(turn);
            out.push([x + c * a - s * b, y + s * a + c * b]);
        }
    return out;
}

function ellipseOf(centre, u, v) {
    return Array.from({length: 49}, (_, k) => centre.map((c, i) =>
        c + u[i] * Math.cos((k * Math.PI) / 24) + v[i] * Math.sin((k * Math.PI) / 24)));
}

function circleOf([x, y], radius) {
    return Array.from({length: 49}, (_, k) =>
        [x + radius * Math.cos((k * Math.PI) / 24), y + radius * Math.sin((k * Math.PI) / 24)]);
}

// What is drawn for each shape: corners in space or in the plane, and how they are joined.
const SHAPES = {
    segment: {corners: (points) => points, class: "bar"},
    path: {corners: (points) => points, class: "bar"},
    polygon: {corners: (points) => points, class: "body", closed: true},
    circle: {corners: ([c], [r]) => circleOf(c, r), class: "rim", closed: true},
    disk: {corners: ([c], [r]) => circleOf(c, r), class: "body", closed: true},
    wheel: {corners: ([c], numbers) => wheelOf(c, numbers), class: "wheel", closed: true},
    spot: {corners: (points) => points, class: "spot"},
    trail: {corners: (points) => points, class: "trail"},
    ring: {corners: ([c, n], [r]) => ringOf(c, n, r), class: "rim", closed: true},
    ellipse: {corners: ([c, u, v]) => ellipseOf(c, u, v), class: "rim", closed: true},
    ball: {corners: ([c], [r]) => (c.length > 2 ? ringOf(c, EYE, r) : circleOf(c, r)),
        class: "body", closed: true},
};

// Corners of one shape among the numbers of a scene.
function cornersOf(shape, numbers) {
    const points = Array.from({length: shape.points}, (_, k) =>
        Array.from(numbers.subarray(shape.at + k * shape.dims, shape.at + (k + 1) * shape.dims)));
    const plain = shape.at + shape.points * shape.dims;
    return SHAPES[shape.shape].corners(points,
        Array.from(numbers.subarray(plain, plain + shape.numbers)));
}

// A stage on which the shapes of all paths move; it has show and move like a chart.
function sceneOf(holder, about) {
    const shapes = packs[0].model.scene;
    const space = shapes.some((shape) => shape.dims === 3);
    const flat = (point) => (space ? projected(point) : point);
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const root = svg("svg", {role: "img", "aria-label": about.title});
    caption.textContent = about.title;
    figure.className = "chart scene";
    figure.append(caption, root);
    holder.append(figure);
    let [paths, nodes, at, place] = [[], [], 0, null];

    const numbersAt = (path, row) => {
        const k = Math.min(row, path.t.length - 1);
        return block(path.pack, "scene", path.t[k], path.u, path.x[k], path.p);
    };

    // All that is seen along the run, from a number of looks at it.
    function boundsOf() {
        const [xs, ys] = [[], []];
        for (const path of paths) {
            const every = Math.max(1, Math.floor(path.t.length / 200));
            for (let k = 0; k < path.t.length; k += every) {
                const numbers = numbersAt(path, k);
                for (const shape of shapes)
                    for (const corner of cornersOf(shape, numbers)) {
                        const [x, y] = flat(corner);
                        xs.push(x);
                        ys.push(y);
                    }
            }
        }
        return [...extent([xs]), ...extent([ys])];
    }

    function draw() {
        const width = Math.max(240, figure.clientWidth);
        let [x0, x1, y0, y1] = boundsOf();
        const wanted = (width * (y1 - y0)) / (x1 - x0);
        const height = Math.max(width * 0.45, Math.min(wanted + 60, width * 0.9, 520));
        const scale = 1.08 * Math.max((x1 - x0) / (width - 70), (y1 - y0) / (height - 52));
        const [left, bottom] = [58, height - 40];
        const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
        const [mx, my] = [(left + width - 12) / 2, (12 + bottom) / 2];
        place = ([x, y]) => [mx + (x - cx) / scale, my - (y - cy) / scale];
        [x0, x1] = [cx + (left - mx) * scale, cx + (width - 12 - mx) * scale];
        [y0, y1] = [cy - (bottom - my) * scale, cy + (my - 12) * scale];
        root.replaceChildren();
        root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        root.setAttribute("height", height);
        if (!space) drawAxes(root, {x0, x1, y0, y1, left, right: width - 12, top: 12, bottom,
            toX: (v) => place([v, 0])[0], toY: (v) => place([0, v])[1], height, about});
        for (const [i, path] of paths.entries()) drawTrails(path, i);
        nodes = paths.map((path, i) => shapes.map((shape) => {
            const {class: name} = SHAPES[shape.shape];
            const out = shape.shape === "spot" || shape.shape === "trail"
                ? svg("circle", {class: `spot c${i + 1}`, r: shape.shape === "spot" ? 5 : 0})
                : svg("path", {class: `${name} c${i + 1}${shape.fixed ? " fixed" : ""}`});
            root.append(out);
            return out;
        }));
        move(at);
    }

    function drawTrails(path, i) {
        for (const shape of shapes.filter((s) => s.shape === "trail")) {
            const points = path.t.map((t, k) => place(flat(cornersOf(shape, numbersAt(path, k))[0])));
            root.append(svg("path", {class: `curve trail c${i + 1}`,
                d: pathOf(points.map((q) => q[0]), points.map((q) => q[1]), (v) => v, (v) => v)}));
        }
    }

    function move(row) {
        at = row;
        paths.forEach((path, i) => {
            const numbers = numbersAt(path, row);
            shapes.forEach((shape, k) => {
                const corners = cornersOf(shape, numbers).map((c) => place(flat(c)));
                const out = nodes[i][k];
                if (out.tagName === "circle") {
                    out.setAttribute("cx", corners[0][0].toFixed(2));
                    out.setAttribute("cy", corners[0][1].toFixed(2));
                    return;
                }
                out.setAttribute("d", pathOf(corners.map((c) => c[0]), corners.map((c) => c[1]),
                    (v) => v, (v) => v) + (SHAPES[shape.shape].closed ? "Z" : ""));
            });
        });
    }

    function show(all) {
        paths = all;
        draw();
    }

    new ResizeObserver(() => paths.length && draw()).observe(figure);
    return {show, move, figure};
}
