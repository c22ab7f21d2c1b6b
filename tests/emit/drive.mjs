// tests/emit/drive.mjs MODULE < CSV -- holds an emitted module against the rows of a run.
import {readFileSync} from "node:fs";
const m = await import(process.argv[2]);
const n = m.model.states.length;
const rows = readFileSync(0, "utf8").trim().split("\n").slice(1, 60).map((r) => r.split(",").map(Number));
const p = m.prepare();
const u = Float64Array.from(m.model.inputs, (q) => q.value);
const x = Float64Array.from(m.model.states, (q, i) => q.value ?? rows[0][i + 1]);
const work = new Float64Array(m.model.work);
const energy = new Float64Array(1);
let largest = 1;
function same(what, got, want, t) {
    largest = Math.max(largest, Math.abs(want));
    if (Math.abs(got - want) <= 1e-12 * largest) return;
    console.log(`${what} at t = ${t}: ${got}, not ${want}`);
    process.exit(1);
}
rows.forEach((row, k) => {
    const t = row[0];
    if (k && !m.step(rows[k - 1][0], t - rows[k - 1][0], u, x, p, work)) {
        console.log(`the step to t = ${t} fails`);
        process.exit(1);
    }
    for (let i = 0; i < n; i++) same(m.model.states[i].name, x[i], row[i + 1], t);
    same("energy", m.energy(t, u, x, p, energy)[0], row[row.length - 1], t);
});
if (rows.length < 2) {
    console.log("no rows");
    process.exit(1);
}
