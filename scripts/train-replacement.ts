import { readFileSync } from 'node:fs';
import { featuresOf } from '../src/memory/replacement/features.ts';
import { readingOf } from '../src/memory/replacement/reading.ts';
import { fit, probability, type Row } from './logistic.ts';

interface Pair { id: string; lang: string; old: string; new: string; label: string; where: string }
const pairs: Pair[] = readFileSync('test/corpora/replacement/dev.jsonl', 'utf8').trim().split('\n').map((l) => JSON.parse(l));
const rows: (Row & { pair: Pair })[] = pairs.map((pair) => ({ pair, features: featuresOf(readingOf(pair.old), readingOf(pair.new)), target: pair.label.startsWith('replaces') ? 1 : 0 }));
import { readdirSync } from 'node:fs';
const S = '/work/shared/data/sentences/';
const extra: Row[] = [];
const EW = Number(process.env.EW ?? 0);
let ep = 0;
if (EW > 0) for (const f of readdirSync(S).filter((f) => f.endsWith('.jsonl')).sort()) for (const l of readFileSync(S + f, 'utf8').trim().split('\n')) {
  const r = JSON.parse(l); if (!r.before) continue;
  const features = new Map(featuresOf(readingOf(r.before), readingOf(r.text))); features.set('fromTalk', 1);
  const t = r.label === 'correction' ? 1 : 0; ep += t;
  extra.push({ features, target: t, weight: EW });
}
const RN = Number(process.env.RN ?? 0), RW = Number(process.env.RW ?? 0.2);
const randoms: (Row & { fold: number; pair: Pair; by: Pair })[] = [];
for (const [i, pair] of pairs.entries()) for (let k = 1; k <= RN; k++) {
  const other = pairs[(i * 7 + k * 131) % pairs.length] as Pair;
  if (other.lang !== pair.lang || fold(other.old, 10) !== fold(pair.old, 10) || other.old === pair.old) continue;
  randoms.push({ fold: fold(pair.old, 10), pair: other, by: pair, features: featuresOf(readingOf(other.old), readingOf(pair.new)), target: 0, weight: RW });
}
console.log('extra', extra.length, ep, 'random', randoms.length);
function fold(text: string, n: number) { let h = 2166136261; for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0; return ((h ^ (h >>> 15)) >>> 0) % n; }
const L2 = Number(process.env.L2 ?? 3);
let rp: number[] = [];
function crossed(groups: (p: Pair) => number | string): number[] {
  const keys = [...new Set(pairs.map(groups))];
  rp = [];
  const out = new Array<number>(rows.length).fill(0);
  for (const key of keys) {
    const model = fit([...rows.filter((r) => groups(r.pair) !== key), ...extra, ...randoms.filter((r) => groups(r.by) !== key && groups(r.pair) !== key)], L2);
    if (key === [...keys][0] && randoms.length) {}
    for (const r of randoms) if (groups(r.by) === key) rp.push(probability(model, r.features));
    rows.forEach((r, i) => { if (groups(r.pair) === key) out[i] = probability(model, r.features); });
  }
  return out;
}
function curve(name: string, p: number[]) {
  const order = rows.map((r, i) => ({ r, p: p[i] ?? 0 })).sort((a, b) => b.p - a.p);
  const pos = rows.filter((r) => r.target).length;
  let tp = 0, fp = 0; const at: string[] = []; const marks = [1, 3, 5, 8, 12, 20, 30, 50];
  let ap = 0;
  for (const { r } of order) { if (r.target) { tp++; ap += tp / (tp + fp); } else { if (marks.includes(fp)) at.push(`${fp}:${(tp / pos).toFixed(2)}`); fp++; } }
  console.log(name, 'AP', (ap / pos).toFixed(3), 'recall at wrong', at.join(' '));
  if (rp.length) { const pos5 = order.filter((o) => !o.r.target)[5]?.p ?? 1; console.log('   random above the bar of 5 wrong', rp.filter((q) => q >= pos5).length, 'of', rp.length); }
  return order;
}
import { ALIGNING } from '../src/memory/replacement/features.ts';
const aligned = (r: Row) => ({ ...r, features: new Map([...r.features].filter(([k]) => ALIGNING.test(k))) });
function staged(groups: (p: Pair) => number | string) {
  const keys = [...new Set(pairs.map(groups))];
  const items: { p: number; b: number; target: number; random: boolean; label: string }[] = [];
  for (const key of keys) {
    const mine = rows.filter((r) => groups(r.pair) !== key);
    const A = fit([...mine, ...extra], L2);
    const B = fit([...mine.filter((r) => r.target).map((r) => ({ ...aligned(r), weight: 5 })), ...randoms.filter((r) => groups(r.by) !== key && groups(r.pair) !== key).map((r) => ({ ...aligned(r), target: 0, weight: 1 }))], L2);
    for (const r of rows) if (groups(r.pair) === key) items.push({ p: probability(A, r.features), b: probability(B, aligned(r).features), target: r.target, random: false, label: r.pair.label });
    for (const r of randoms) if (groups(r.by) === key) items.push({ p: probability(A, r.features), b: probability(B, aligned(r).features), target: 0, random: true, label: 'random' });
  }
  for (const share of [0.2, 0.1, 0.05, 0.02, 0.01]) {
    const rs = items.filter((i) => i.random).map((i) => i.b).sort((a, b) => b - a);
    const bar = rs[Math.floor(rs.length * share)] ?? 1;
    const pass = items.filter((i) => i.b > bar);
    const order = pass.filter((i) => !i.random).sort((a, b) => b.p - a.p);
    const out: string[] = [];
    for (const wrong of [2, 3, 5, 8, 12, 20]) { const at = order.filter((i) => !i.target)[wrong]?.p ?? 0; out.push(`${wrong}:${(order.filter((i) => i.target && i.p > at).length / rows.filter((r) => r.target).length).toFixed(2)}/r${pass.filter((i) => i.random && i.p > at).length}`); }
    console.log('  concern bar, random share', share, 'true ones passing', pass.filter((i) => i.target).length, out.join(' '));
  }
}
const cv = crossed((p) => fold(p.old, 10));
const order = curve('by old text', cv);
staged((p) => fold(p.old, 10));
curve('by language', crossed((p) => p.lang));
if (process.argv.includes('-v')) {
  console.log('TOP WRONG'); for (const { r, p } of order.filter((o) => !o.r.target).slice(0, 30)) console.log(p.toFixed(2), r.pair.id, r.pair.label, r.pair.old, '=>', r.pair.new);
  console.log('LOW RIGHT'); for (const { r, p } of order.filter((o) => o.r.target).slice(100, 200)) console.log(p.toFixed(2), r.pair.id, r.pair.label, r.pair.old, '=>', r.pair.new);
}
if (process.argv.includes('-w')) { const m = fit(rows, L2); console.log([...m.weights].sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k} ${v.toFixed(2)} (${rows.filter(r=>r.features.has(k)).length})`).join('\n'), m.bias); }
