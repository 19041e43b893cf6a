/** Vectors as another program gave them, checked and brought to length 1: as many as were asked for, all of one size. */
import { ProviderError } from '../../platform/models/provider-error.ts';

export function checkedVectors(rows: unknown, count: number): readonly Float32Array[] {
  if (!Array.isArray(rows) || rows.length !== count) throw notVectors(`not ${count} vectors`);
  const vectors = rows.map(unitVector);
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw notVectors('vectors of different sizes');
  return vectors;
}

function unitVector(row: unknown): Float32Array {
  if (!Array.isArray(row) || row.length === 0 || !row.every((value) => Number.isFinite(value)))
    throw notVectors('a vector that is no list of numbers');
  const length = Math.hypot(...row);
  if (!Number.isFinite(length) || length === 0) throw notVectors('a vector without direction');
  return Float32Array.from(row, (value: number) => value / length);
}

/** Another moment may bring a better answer: servers start, models load. */
function notVectors(instead: string): ProviderError {
  return new ProviderError(`the embedding model answered with ${instead}`, { code: 'not-vectors', problem: 'busy' });
}
