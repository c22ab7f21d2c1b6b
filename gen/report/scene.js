// gen/report/scene.js -- moving bodies: shapes of `draw` statements at the rows of a run.
//
// The block `scene` has the numbers of all shapes, model.scene their layout. Points in space are
// shown in orthographic projection from a fixed direction.
//
// SPDX-License-Identifier: MIT

const VIEW = {turn: -Math.PI / 3, rise: Math.PI / 7};

// Direction of view, a unit vector.
const EYE = [Math.cos(VIEW.turn) * Math.cos(VIEW.rise), Math.sin(VIEW.turn) * Math.cos(VIEW.rise),
    Math.sin(VIEW.rise)];

function projected(point) {
    const [x, y, z = 0] = point;
    const [c, s] = [Math.cos(VIEW.turn), Math.sin(VIEW.turn)];
    return [-s * x + c * y, z * Math.cos(VIEW.rise) - (c * x + s * y) * Math.sin(VIEW.rise)];
}

// Points of a circle in space about `centre`, perpendicular to `normal`.
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

// A wheel seen from above: a bar with round ends, four times as long as wide.
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

// Outline of each shape: corners in space or in the plane, and how they are joined.
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

// Corners of one shape from the numbers of a scene.
function cornersOf(shape, numbers) {
    const points = Array.from({length: shape.points}, (_, k) =>
        Array.from(numbers.subarray(shape.at + k * shape.dims, shape.at + (k + 1) * shape.dims)));
    const plain = shape.at + shape.points * shape.dims;
    return SHAPES[shape.shape].corners(points,
        Array.from(numbers.subarray(plain, plain + shape.numbers)));
}

// The projected axes of space, in a corner of the figure.
function drawTriad(root, height) {
    const at = [40, height - 34];
    for (const [k, name] of ["x", "y", "z"].entries()) {
        const [a, b] = projected([0, 1, 2].map((i) => (i === k ? 30 : 0)));
        root.append(
            svg("path", {class: "axis", d: `M${at[0]} ${at[1]}l${a.toFixed(1)} ${(-b).toFixed(1)}`}),
            svg("text", {class: "label", x: at[0] + 1.35 * a - 4, y: at[1] - 1.35 * b + 4}, name));
    }
}

// A figure in which the shapes of all paths move; it has show and move like a chart. It shows the
// whole path, or follows the first body, which is the default if bodies are small.
function sceneOf(holder, about) {
    const [SMALL, WINDOW] = [0.06, 6]; // small body: fraction of the path; window: body sizes
    const shapes = packs[0].model.scene;
    const space = shapes.some((shape) => shape.dims === 3);
    const flat = (point) => (space ? projected(point) : point);
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    const root = svg("svg", {role: "img", "aria-label": about.title});
    const follow = document.createElement("input");
    const label = document.createElement("label");
    follow.type = "checkbox";
    label.className = "follow";
    label.append(follow, " go along");
    caption.append(about.title, ...(packs.length > 1 ? keysOf(packs.map((q) => q.law)) : []), label);
    figure.className = "chart scene";
    figure.append(caption, root);
    holder.append(figure);
    let [paths, nodes, at, asked] = [[], [], 0, false];
    let view = null; // {width, height, scale, centre, world, axes, size}

    const numbersAt = (path, row) => {
        const k = Math.min(row, path.t.length - 1);
        return block(path.pack, "scene", path.t[k], path.u, path.x[k], path.p);
    };

    // Bounding box of shapes at a row.
    function extentAt(path, row, wanted) {
        const numbers = numbersAt(path, row);
        const points = shapes.filter(wanted).flatMap((shape) => cornersOf(shape, numbers).map(flat));
        return [...extent([points.map((q) => q[0])]), ...extent([points.map((q) => q[1])])];
    }

    // Bounding box of the run, from about 200 rows, and the size of the moving shapes.
    function measure() {
        const boxes = [];
        let size = 0;
        for (const path of paths) {
            const every = Math.max(1, Math.floor(path.t.length / 200));
            for (let k = 0; k < path.t.length; k += every) boxes.push(extentAt(path, k, () => true));
        }
        const moving = (shape) => !shape.fixed && shape.shape !== "trail";
        if (shapes.some(moving)) {
            const [x0, x1, y0, y1] = extentAt(paths[0], 0, moving);
            size = Math.max(x1 - x0, y1 - y0);
        }
        return {size, box: [Math.min(...boxes.map((b) => b[0])), Math.max(...boxes.map((b) => b[1])),
            Math.min(...boxes.map((b) => b[2])), Math.max(...boxes.map((b) => b[3]))]};
    }

    // From coordinates of the drawing to pixels, before the figure follows a body.
    const place = ([x, y]) => [(x - view.centre[0]) / view.scale, -(y - view.centre[1]) / view.scale];

    function draw() {
        const width = Math.max(240, figure.clientWidth);
        const {size, box: [x0, x1, y0, y1]} = measure();
        const whole = Math.max(x1 - x0, y1 - y0);
        if (!asked) follow.checked = size > 0 && size < SMALL * whole;
        label.hidden = !(size > 0 && size < 0.5 * whole);
        const wanted = (width * (y1 - y0)) / (x1 - x0);
        const height = follow.checked ? Math.min(0.6 * width, 460)
            : Math.max(width * 0.45, Math.min(wanted + 60, width * 0.9, 520));
        const scale = follow.checked ? (WINDOW * size) / (height - 52)
            : 1.08 * Math.max((x1 - x0) / (width - 70), (y1 - y0) / (height - 52));
        const [left, right, top, bottom] = [space ? 0 : 58, width - 12, 12, height - 40];
        view = {width, height, scale, left, right, top, bottom,
            centre: [(x0 + x1) / 2, (y0 + y1) / 2], axes: svg("g"), world: svg("g")};
        const window = svg("svg", {x: left, y: top, width: right - left, height: bottom - top},
            view.world);
        root.replaceChildren(view.axes, window);
        root.setAttribute("viewBox", `0 0 ${width} ${height}`);
        root.setAttribute("height", height);
        if (space) drawTriad(root, height);
        for (const [i, path] of paths.entries()) drawTrails(path, i);
        nodes = paths.map((path, i) => shapes.map((shape) => {
            const {class: name} = SHAPES[shape.shape];
            const out = shape.shape === "spot" || shape.shape === "trail"
                ? svg("circle", {class: `spot c${i + 1}`, r: shape.shape === "spot" ? 5 : 0})
                : svg("path", {class: `${name} c${i + 1}${shape.fixed ? " fixed" : ""}`});
            view.world.append(out);
            return out;
        }));
        view.seen = null;
        move(at);
    }

    // Paths of trails; without trails, the first plot that is a path.
    function trailsOf(path) {
        const trails = shapes.filter((shape) => shape.shape === "trail");
        const plot = report.plots.findIndex((q) => !q.time);
        if (trails.length || space || plot < 0)
            return trails.map((shape) =>
                path.t.map((t, k) => cornersOf(shape, numbersAt(path, k))[0]));
        return [path.columns.x[plot].map((x, k) => [x, path.columns.y[plot][k]])];
    }

    function drawTrails(path, i) {
        for (const trail of trailsOf(path)) {
            const points = trail.map((point) => place(flat(point)));
            view.world.append(svg("path", {class: `curve trail c${i + 1}`,
                d: pathOf(points.map((q) => q[0]), points.map((q) => q[1]), (v) => v, (v) => v)}));
        }
    }

    // Moves a point of the drawing to the middle of the figure.
    function aim([x, y]) {
        if (view.seen && view.seen[0] === x && view.seen[1] === y) return;
        const {left, right, top, bottom, scale, height} = view;
        const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
        const [a, b] = place([x, y]);
        view.seen = [x, y];
        view.world.setAttribute("transform",
            `translate(${(mx - left - a).toFixed(2)} ${(my - top - b).toFixed(2)})`);
        view.axes.replaceChildren();
        if (space) return;
        drawAxes(view.axes, {x0: x + (left - mx) * scale, x1: x + (right - mx) * scale,
            y0: y - (bottom - my) * scale, y1: y + (my - top) * scale, left, right, top, bottom,
            toX: (v) => mx + (v - x) / scale, toY: (v) => my - (v - y) / scale, height, about});
    }

    function move(row) {
        at = row;
        if (follow.checked) {
            const [x0, x1, y0, y1] =
                extentAt(paths[0], row, (shape) => !shape.fixed && shape.shape !== "trail");
            aim([(x0 + x1) / 2, (y0 + y1) / 2]);
        } else {
            aim(view.centre);
        }
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

    follow.addEventListener("change", () => {
        asked = true;
        draw();
    });
    new ResizeObserver(() => paths.length && draw()).observe(figure);
    return {show, move, figure};
}
