/** Charts as SVG, drawn on the server: no script, no style attribute, and a text for whoever does not see them. */
import { wholeNumber } from './format.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
}

const WIDTH = 640;
const HEIGHT = 158;
/** Room for labels, which are largest on a phone. */
const FOOT = 32;
const HEAD = 26;
const GAP = 0.28;

/** One bar a day; the tallest says its value, the first and the last their day. */
export function Bars({ bars, name }: { bars: readonly Bar[]; name: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const room = HEIGHT - FOOT - HEAD;
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const tallest = bars.findIndex(({ value }) => value === most);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name}: ${wholeNumber(total)} in all`}
    >
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
      {bars.map(({ label, value }, index) => {
        const height = value === 0 ? 0 : Math.max(2, (value / most) * room);
        const x = index * step + (step * GAP) / 2;
        return (
          <g>
            <title>{`${label}: ${wholeNumber(value)}`}</title>
            <rect class="hit" x={index * step} y="0" width={step} height={HEIGHT} fill="transparent" />
            <rect class="bar" x={x} y={HEIGHT - FOOT - height} width={step * (1 - GAP)} height={height} rx="1.5" />
          </g>
        );
      })}
      {total === 0 ? null : (
        <text x={clamped(tallest * step + step / 2)} y={HEAD - 8} text-anchor="middle">
          {wholeNumber(most)}
        </text>
      )}
      <text x="0" y={HEIGHT - 4}>
        {bars[0]?.label ?? ''}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
        {bars.at(-1)?.label ?? ''}
      </text>
    </svg>
  );
}

interface Point {
  readonly at: number;
  readonly value: number;
  readonly label: string;
  /** A change, not only the course of time. */
  readonly isChange?: boolean;
}

interface CourseProps {
  readonly name: string;
  readonly points: readonly Point[];
  /** The top of the scale. */
  readonly most: number;
  readonly limit?: number;
  readonly firstLabel: string;
  readonly lastLabel: string;
}

/** A value over time. */
export function Course({ name, points, most, limit, firstLabel, lastLabel }: CourseProps) {
  const first = points[0]?.at ?? 0;
  const span = Math.max(1, (points.at(-1)?.at ?? 0) - first);
  const room = HEIGHT - FOOT - HEAD;
  const x = (at: number): number => Math.round(((at - first) / span) * WIDTH * 10) / 10;
  const y = (value: number): number => Math.round((HEIGHT - FOOT - (value / most) * room) * 10) / 10;
  const line = points.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
  const area = `${line}L${WIDTH} ${HEIGHT - FOOT}L0 ${HEIGHT - FOOT}Z`;
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      <path class="area" d={area} />
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
      {limit === undefined ? null : <line class="limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
      <path class="line" d={line} />
      {points
        .filter(({ isChange }) => isChange === true)
        .map(({ at, value, label }) => (
          <circle class="dot" cx={x(at)} cy={y(value)} r="3.5">
            <title>{label}</title>
          </circle>
        ))}
      <text x="0" y={HEIGHT - 4}>
        {firstLabel}
      </text>
      <text x={WIDTH} y={HEIGHT - 4} text-anchor="end">
        {lastLabel}
      </text>
    </svg>
  );
}

interface MeterProps {
  readonly value: number;
  readonly most: number;
  readonly name: string;
  readonly width?: number;
  readonly tone?: 'warn' | 'bad';
}

/** How full something is. */
export function Meter({ value, most, name, width = 64, tone }: MeterProps) {
  const part = Math.min(1, Math.max(0, most === 0 ? 0 : value / most));
  return (
    <svg
      class={tone === undefined ? 'meter' : `meter ${tone}`}
      width={width}
      height="6"
      viewBox={`0 0 ${width} 6`}
      role="img"
      aria-label={name}
    >
      <rect class="track" width={width} height="6" rx="3" />
      <rect class="fill" width={Math.round(part * width * 10) / 10} height="6" rx="3" />
    </svg>
  );
}

/** Keeps a centred label inside the picture. */
function clamped(x: number): number {
  return Math.min(WIDTH - 16, Math.max(16, x));
}
