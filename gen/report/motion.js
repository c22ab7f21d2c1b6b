// gen/report/motion.js -- motion computed in the page: parameters, initial state, integrator.
//
// A package is an element of the list `noslip`, made by emitted code: model, prepare and the
// functions of its blocks. All functions here are pure; none accesses the page.
//
// SPDX-License-Identifier: MIT

const TOLERANCE = 1e-12;
const MOST_STEPS = 200000;
const MOST_EVENTS = 10000;
const MOST_ROWS = 4000;

// The values of a block at a state; an empty list if there is no such block.
function block(pack, name, t, u, x, p) {
    const out = new Float64Array(pack.model.lengths[name] ?? 0);
    return out.length ? pack[name](t, u, x, p, out) : out;
}

// Values of all parameters: those of sliders that were moved, and defaults that depend on them.
// Each pass reaches parameters that depend on those of the pass before.
function parametersOf(pack, moved, u) {
    const value = pack.model.parameters.map((q) => q.value);
    const nowhere = new Float64Array(pack.model.states.length);
    for (const [i, v] of moved) value[i] = v;
    for (let pass = 0; moved.size && pass < value.length; pass++) {
        const usual = block(pack, "usual", 0, u, nowhere, pack.prepare(value));
        for (let i = 0; i < usual.length; i++) if (!moved.has(i)) value[i] = usual[i];
    }
    return pack.prepare(value);
}

// ---- initial state ----

// Gauss-Jordan elimination, row by row in the given order: dependent rows are collected in `over`.
// dx solves the others; components of columns without a pivot are 0.
function eliminate(rows, n) {
    const [tiny, noise] = [1e-7, 1e-8]; // relative and absolute error of the difference quotients
    const taken = new Array(n).fill(null);
    const over = [];
    for (const row of rows) {
        const a = row.a.slice();
        const size = Math.max(...a.slice(0, n).map(Math.abs), 1e-300);
        for (let k = 0; k < n; k++) {
            const pivot = taken[k];
            if (!pivot || a[k] === 0) continue;
            const factor = a[k] / pivot[k];
            for (let j = 0; j <= n; j++) a[j] -= factor * pivot[j];
            a[k] = 0;
        }
        let best = -1;
        for (let k = 0; k < n; k++)
            if (!taken[k] && (best < 0 || Math.abs(a[k]) > Math.abs(a[best]))) best = k;
        if (best < 0 || !(Math.abs(a[best]) > Math.max(tiny * size, noise))) {
            over.push(row);
            continue;
        }
        for (let k = 0; k < n; k++) {
            const other = taken[k];
            if (!other || other[best] === 0) continue;
            const factor = other[best] / a[best];
            for (let j = 0; j <= n; j++) other[j] -= factor * a[j];
        }
        taken[best] = a;
    }
    const dx = taken.map((a, k) => (a ? a[n] / a[k] : 0));
    return {dx, over};
}

// Equations of the initial state, in the order of priority: the constraints, values that are given
// or were moved, and that the rest is 0. First guesses give no equations.
function equationsAt(pack, x, u, p, moved) {
    const out = [];
    for (const value of block(pack, "constraint", 0, u, x, p)) out.push({value, given: -1});
    const given = block(pack, "given", 0, u, x, p);
    const half = given.length / 2;
    for (const last of [false, true])
        for (let i = 0; i < half; i++) {
            const rest = report.given[i].rest && !moved.has(i);
            if (report.given[i].guess || rest !== last) continue;
            const wanted = moved.has(i) ? moved.get(i) : given[half + i];
            out.push({value: given[i] - wanted, given: i, rest});
        }
    return out;
}

function slopesAt(pack, x, u, p, moved) {
    const n = x.length;
    const rows = equationsAt(pack, x, u, p, moved).map((e) => ({...e, a: new Array(n + 1)}));
    for (let k = 0; k < n; k++) {
        const step = 1e-6 * (1 + Math.abs(x[k]));
        const ends = [1, -1].map((sign) => {
            const y = x.slice();
            y[k] += sign * step;
            return equationsAt(pack, y, u, p, moved);
        });
        rows.forEach((row, i) => {
            row.a[k] = (ends[0][i].value - ends[1][i].value) / (2 * step);
        });
    }
    for (const row of rows) row.a[n] = -row.value;
    return rows;
}

// The initial state by Newton's method, from that of the model. `follows`: values that are
// determined by the others, so that they cannot be chosen.
function startOf(pack, moved, u, p) {
    const x = Float64Array.from(pack.model.states, (q) => q.value ?? 0);
    let over = [];
    for (let pass = 0; pass < 30; pass++) {
        const found = eliminate(slopesAt(pack, x, u, p, moved), x.length);
        let change = 0;
        over = found.over;
        for (let k = 0; k < x.length; k++) {
            x[k] += found.dx[k];
            change = Math.max(change, Math.abs(found.dx[k]) / (1 + Math.abs(x[k])));
        }
        if (!Number.isFinite(change)) break;
        if (change < 1e-15) break;
    }
    const left = equationsAt(pack, x, u, p, moved);
    const good = left.every((e) => e.rest || Math.abs(e.value) < 1e-9 * (1 + size(x)));
    const follows = new Set(over.map((row) => row.given).filter((i) => i >= 0));
    return {x: good && x.every(Number.isFinite) ? x : null, follows};
}

function size(x) {
    return x.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
}

// ---- steps ----

// Dormand and Prince 8(5,3), adaptive, with the sums of runtime/dop853.h.
function stepper(pack, u, p) {
    const n = pack.model.states.length;
    const rows = Array.from({length: 17}, () => new Float64Array(n));
    let [k1, k13] = [rows[1], rows[13]];
    const [, , k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, , k14, k15, k16] = rows;
    const part = Array.from({length: 7}, () => new Float64Array(n));
    const y = rows[0];
    const x = new Float64Array(n);
    const between = new Float64Array(n);
    let [t, h, dense] = [0, 0, false];
    // SUMS
    const stages = [
        [SUM_2, LAST_2, null, k2, 0.0526001519587677318785587544488],
        [SUM_3, LAST_3, k2, k3, 0.0789002279381515978178381316732],
        [SUM_4, LAST_4, k3, k4, 0.11835034190722739672675719751],
        [SUM_5, LAST_5, k4, k5, 0.28164965809277260327324280249],
        [SUM_6, LAST_6, k5, k6, 1 / 3],
        [SUM_7, LAST_7, k6, k7, 0.25],
        [SUM_8, LAST_8, k7, k8, 4 / 13],
        [SUM_9, LAST_9, k8, k9, 127 / 195],
        [SUM_10, LAST_10, k9, k10, 0.6],
        [SUM_11, LAST_11, k10, k11, 6 / 7],
        [SUM_12, LAST_12, k11, k12, 1],
    ];
    const further = [[SUM_14, k14, 0.1], [SUM_15, k15, 0.2], [SUM_16, k16, 7 / 9]];

    function begin(at, state) {
        t = at;
        x.set(state);
        pack.rhs(t, u, x, p, k1);
    }

    // A step of this length; returns its error relative to the tolerance.
    function attempt(length) {
        h = length;
        dense = false;
        for (const [sum, last, before, slope, node] of stages) {
            const newest = before ?? k1;
            for (let i = 0; i < n; i++) y[i] = x[i] + h * sum(i) + h * last(i) * newest[i];
            pack.rhs(t + node * h, u, y, p, slope);
        }
        let [e5, e3] = [0, 0];
        for (let i = 0; i < n; i++) {
            const sum = SUM_Y(i);
            y[i] = x[i] + h * sum;
            const within = TOLERANCE * (1 + Math.max(Math.abs(x[i]), Math.abs(y[i])));
            e5 += (ERROR_5(i) / within) ** 2;
            e3 += (ERROR_3(i, sum) / within) ** 2;
        }
        const both = e5 + 0.01 * e3;
        return both > 0 ? (Math.abs(h) * e5) / Math.sqrt(both * n) : both;
    }

    function finish() {
        pack.rhs(t + h, u, y, p, k13);
        return k13.every(Number.isFinite);
    }

    function prepareDense() {
        for (const [sum, slope, node] of further) {
            for (let i = 0; i < n; i++) between[i] = x[i] + h * sum(i);
            pack.rhs(t + node * h, u, between, p, slope);
        }
        for (let i = 0; i < n; i++) {
            const way = y[i] - x[i];
            const bent = h * k1[i] - way;
            part[0][i] = way;
            part[1][i] = bent;
            part[2][i] = way - h * k13[i] - bent;
            part[3][i] = h * DENSE_4(i);
            part[4][i] = h * DENSE_5(i);
            part[5][i] = h * DENSE_6(i);
            part[6][i] = h * DENSE_7(i);
        }
        dense = true;
    }

    // The state at a time inside the last step, by dense output.
    function at(time) {
        const a = (time - t) / h;
        const b = 1 - a;
        const out = new Float64Array(n);
        if (!dense) prepareDense();
        for (let i = 0; i < n; i++) {
            const inner =
                part[3][i] + a * (part[4][i] + b * (part[5][i] + a * part[6][i]));
            out[i] = x[i] +
                a * (part[0][i] + b * (part[1][i] + a * (part[2][i] + b * inner)));
        }
        return out;
    }

    function move() {
        t += h;
        x.set(y);
        [k1, k13] = [k13, k1];
    }

    return {begin, attempt, finish, at, move, x, y, k1: () => k1, get t() { return t; }};
}

// ---- events ----

function passes(way, before, after) {
    const rising = before < 0 && after >= 0;
    const falling = before > 0 && after <= 0;
    return way === "rising" ? rising : way === "falling" ? falling : rising || falling;
}

// The first event in a step from `from` to `to`, by bisection; null: none. The event `fresh`, which
// has just happened, is ignored at the beginning.
function findEvent(pack, s, u, p, from, to, fresh) {
    const LOOKS = 8;
    let before = block(pack, "event", from, u, s.x, p);
    for (let k = 1; k <= LOOKS && report.events.length; k++) {
        const end = k === LOOKS ? to : from + ((to - from) * k) / LOOKS;
        const after = block(pack, "event", end, u, k === LOOKS ? s.y : s.at(end), p);
        const hits = report.events
            .map((event, i) => i)
            .filter((i) => !(k === 1 && i === fresh))
            .filter((i) => passes(report.events[i].way, before[i], after[i]))
            .map((i) => {
                let [low, high] = [from + ((to - from) * (k - 1)) / LOOKS, end];
                while (high - low > 4e-16 * Math.max(1, Math.abs(high))) {
                    const middle = (low + high) / 2;
                    if (middle <= low || middle >= high) break;
                    const value = block(pack, "event", middle, u, s.at(middle), p)[i];
                    if (passes(report.events[i].way, before[i], value)) high = middle;
                    else low = middle;
                }
                return {event: i, t: high};
            })
            .sort((a, b) => a.t - b.t);
        if (hits.length) return hits[0];
        before = after;
    }
    return null;
}

// ---- runs ----

function firstStep(s, n) {
    const scaled = (v) => Math.sqrt(v.reduce((sum, e, i) =>
        sum + (e / (TOLERANCE * (1 + Math.abs(s.x[i])))) ** 2, 0) / n);
    const [d0, d1] = [scaled(s.x), scaled(s.k1())];
    return d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 1e-3 * (d0 / d1);
}

// Times of the rows: multiples of dt, at most about MOST_ROWS, and the end.
function timesOf(end, dt) {
    const every = Math.max(1, Math.ceil(end / dt / MOST_ROWS));
    const out = [];
    for (let i = 0; i * every * dt < end * (1 - 1e-12); i++) out.push(i * every * dt);
    out.push(end);
    return out;
}

// Rows of a motion from the state x: {t, x, events, ended}; ended: why it stopped early, or null.
function integrate(pack, x, u, p, end, dt) {
    const s = stepper(pack, u, p);
    const due = timesOf(end, dt);
    const out = {t: [], x: [], events: [], steps: 0, ended: null};
    const put = (t, state) => {
        out.t.push(t);
        out.x.push(Float64Array.from(state));
    };
    s.begin(0, x);
    if (!s.k1().every(Number.isFinite)) return {...out, ended: "rates are not finite there"};
    put(0, s.x);
    let h = firstStep(s, x.length);
    let [next, fresh] = [1, -1];
    while (next < due.length) {
        if (out.steps++ > MOST_STEPS) return {...out, ended: "it takes too many steps"};
        const last = s.t + h >= end;
        const length = last ? end - s.t : h;
        const error = s.attempt(length);
        if (!(error <= 1) || !s.finish()) {
            h = length * (error > 1 ? Math.max(0.2, 0.9 * error ** -0.125) : 0.2);
            if (!(h > 1e-14 * Math.max(1, s.t)))
                return {...out, ended: "steps become too short: it breaks down there"};
            continue;
        }
        const to = last ? end : s.t + length;
        const hit = findEvent(pack, s, u, p, s.t, to, fresh);
        const until = hit ? hit.t : to;
        for (; next < due.length && due[next] < until; next++) put(due[next], s.at(due[next]));
        if (!hit && next < due.length && due[next] === to) {
            put(to, s.y);
            next++;
        }
        const h0 = length * Math.min(6, error > 0 ? 0.9 * error ** -0.125 : 6);
        if (hit) {
            const ended = takeEvent(pack, s, u, p, hit, out, put);
            if (ended) return {...out, ended};
            h = Math.min(h0, firstStep(s, x.length));
            fresh = hit.event;
        } else {
            s.move();
            fresh = -1;
            h = last ? h : h0;
        }
    }
    return out;
}

// Performs the action of an event; returns null, or why the run ends.
function takeEvent(pack, s, u, p, hit, out, put) {
    const event = report.events[hit.event];
    const n = s.x.length;
    let state = s.at(hit.t);
    out.events.push({name: event.name, t: hit.t});
    if (out.events.length > MOST_EVENTS) return "there are too many events";
    if (event.act === "stop") {
        put(hit.t, state);
        return `it stops at the event ${event.name}`;
    }
    if (event.act === "reset") {
        const rows = block(pack, "reset", hit.t, u, state, p);
        state = rows.slice(hit.event * n, (hit.event + 1) * n);
        if (!state.every(Number.isFinite)) return `the event ${event.name} leads nowhere`;
    }
    s.begin(hit.t, state);
    return null;
}

// The state of another law with the same positions and velocities.
function startLike(from, x, to, u, p, otherP) {
    const lifted = block(from, "lift", 0, u, x, p);
    return block(to, "drop", 0, u, lifted, otherP);
}
