import { readFileSync } from 'node:fs';
import { featuresOf } from '../src/memory/replacement/features.ts';
import { readingOf } from '../src/memory/replacement/reading.ts';
import { fit, probability, type Row } from './logistic.ts';

interface Pair { id: string; lang: string; old: string; new: string; label: string; where: string }
const pairs: Pair[] = readFileSync('test/corpora/replacement/dev.jsonl', 'utf8').trim().split('\n').map((l) => JSON.parse(l));
const rows: (Row & { pair: Pair })[] = pairs.map((pair) => ({ pair, features: featuresOf(readingOf(pair.old), readingOf(pair.new)), target: pair.label.startsWith('replaces') ? 1 : 0 }));
function fold(text: string, n: number) { let h = 2166136261; for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0; return ((h ^ (h >>> 15)) >>> 0) % n; }
const L2 = Number(process.env.L2 ?? 3);
function crossed(groups: (p: Pair) => number | string): number[] {
  const keys = [...new Set(pairs.map(groups))];
  const out = new Array<number>(rows.length).fill(0);
  for (const key of keys) {
    const model = fit(rows.filter((r) => groups(r.pair) !== key), L2);
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
  return order;
}
const cv = crossed((p) => fold(p.old, 10));
const order = curve('by old text', cv);
curve('by language', crossed((p) => p.lang));
if (process.argv.includes('-v')) {
  console.log('TOP WRONG'); for (const { r, p } of order.filter((o) => !o.r.target).slice(0, 40)) console.log(p.toFixed(2), r.pair.id, r.pair.label, r.pair.old, '=>', r.pair.new);
  console.log('LOW RIGHT'); for (const { r, p } of order.filter((o) => o.r.target).slice(-80)) console.log(p.toFixed(2), r.pair.id, r.pair.label, r.pair.old, '=>', r.pair.new);
}
if (process.argv.includes('-w')) { const m = fit(rows, L2); console.log([...m.weights].sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k} ${v.toFixed(2)} (${rows.filter(r=>r.features.has(k)).length})`).join('\n'), m.bias); }
