/* skater_slope.js -- Skater on a slope, dirac form
 *
 * Made by noslip 0.1.0 from a text whose FNV-1a hash is a107461f1db088dc. This code is yours.
 *
 * Grabowska et al. 2025, Examples 2.3 and 3.4
 *
 * motion on C*
 *   x'     = eta_v cos(phi) / m
 *   y'     = eta_v sin(phi) / m
 *   phi'   = eta_w / (k^2 m)
 *   eta_v' = -lambda cos(phi)
 *   eta_w' = 0
 */
export const model = {
    title: "Skater on a slope",
    form: "dirac",
    method: "rk4",
    hash: "a107461f1db088dc",
    states: [
        {name: "x", value: 0.0},
        {name: "y", value: 0.0},
        {name: "phi", value: 0.0},
        {name: "eta_v", value: 0.0},
        {name: "eta_w", value: 0.25},
    ],
    parameters: [
        {name: "m", value: 1.0, unit: "kg", doc: "mass"},
        {name: "k", value: 0.5, unit: "m", doc: "radius of gyration"},
        {name: "lambda", value: 1.0, unit: "N", doc: "pull along -x"},
    ],
    inputs: [],
    lengths: {rhs: 5, energy: 1, vel: 3},
    work: 25,
};

/* Parameters with the constants that depend on them only, for all functions below;
 * values: those of the parameters; default: those of the model. */
export function prepare(values = model.parameters.map((q) => q.value)) {
    const p = new Float64Array(7);
    p.set(values.slice(0, 3));
    const t1 = 1.0 / p[0];
    p[3] = t1;
    const t2 = t1 / (p[1] * p[1]);
    p[4] = t2;
    p[5] = t1 * 0.5;
    p[6] = t2 * 0.5;
    return p;
}

export function rhs(t, u, x, p, out) {
    const at1 = x[2], t1 = Math.sin(at1), t2 = Math.cos(at1);
    const t3 = x[3] * p[3];
    out[0] = t2 * t3;
    out[1] = t1 * t3;
    out[2] = x[4] * p[4];
    out[3] = -(t2 * p[2]);
    out[4] = 0.0;
    return out;
}

export function energy(t, u, x, p, out) {
    out[0] = p[2] * x[0] + (x[3] * x[3] * p[5] + x[4] * x[4] * p[6]);
    return out;
}

export function vel(t, u, x, p, out) {
    out[0] = x[3] * p[3];
    out[1] = x[4] * p[4];
    out[2] = 0.0;
    return out;
}

/* One step of rk4 from t to t + h: true, or false with x unchanged. work: scratch
 * array of model.work numbers, need not be initialised. */
export function step(t, h, u, x, p, work) {
    const k1 = work.subarray(0, 5);
    const k2 = work.subarray(5, 10);
    const k3 = work.subarray(10, 15);
    const k4 = work.subarray(15, 20);
    const y = work.subarray(20);
    rhs(t, u, x, p, k1);
    for (let i = 0; i < 5; i++) y[i] = x[i] + (h * 0.5 * k1[i]);
    rhs(t + 0.5 * h, u, y, p, k2);
    for (let i = 0; i < 5; i++) y[i] = x[i] + (h * 0.5 * k2[i]);
    rhs(t + 0.5 * h, u, y, p, k3);
    for (let i = 0; i < 5; i++) y[i] = x[i] + (h * 1.0 * k3[i]);
    rhs(t + 1.0 * h, u, y, p, k4);
    for (let i = 0; i < 5; i++) y[i] = x[i] + (h * 0.16666666666666666 * k1[i] + h * 0.33333333333333331 * k2[i] + h * 0.33333333333333331 * k3[i] + h * 0.16666666666666666 * k4[i]);
    for (let i = 0; i < 5; i++) if (!Number.isFinite(y[i])) return false;
    for (let i = 0; i < 5; i++) x[i] = y[i];
    return true;
}
