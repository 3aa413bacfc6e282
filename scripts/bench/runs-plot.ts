import { valueOf, type BenchRun } from './runs.ts';
import { comparedBy, TARGETS, type TargetName } from './targets.ts';

/*
 * The kept runs as a picture: one panel a target, the runs from left to right, the aim as a dashed line.
 */

const PANEL = { width: 360, height: 120, left: 12, top: 34, bottom: 20 };
const COLUMNS = 3;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function panelOf(name: TargetName, runs: readonly BenchRun[]): string {
  const target = TARGETS[name];
  const aim = target.aim[comparedBy(target)];
  const points = runs.flatMap((run, at) => {
    const value = valueOf(run, name);
    return value === undefined ? [] : [{ at, value }];
  });
  const highest = Math.max(...points.map(({ value }) => value), aim ?? 0) * 1.1 || 1;
  const { width, height, left, top, bottom } = PANEL;
  const x = (at: number) => left + (at / Math.max(1, runs.length - 1)) * (width - 2 * left);
  const y = (value: number) => height - bottom - (value / highest) * (height - top - bottom);
  const line = points
    .map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
    .join(' ');
  const last = points.at(-1);
  const unit = target.aim.ratio === undefined ? target.unit : '×';
  return [
    `<rect width="${width - 8}" height="${height - 8}" fill="none" stroke="#ccc"/>`,
    `<text x="${left}" y="16">${escaped(target.measure.slice(0, 62))}</text>`,
    aim === undefined
      ? ''
      : `<path d="M${left} ${y(aim).toFixed(1)}H${width - left}" stroke="#2a7" stroke-dasharray="4 3"/>`,
    `<polyline points="${line}" fill="none" stroke="#15c" stroke-width="1.5"/>`,
    last ? `<circle cx="${x(last.at)}" cy="${y(last.value)}" r="3" fill="#15c"/>` : '',
    `<text x="${left}" y="${height - 14}">${last ? `${last.value} ${unit}` : 'never measured'}${
      aim === undefined ? '' : `, aim ${aim}`
    }</text>`,
  ].join('');
}

/** An SVG document of all kept runs. */
export function plotOf(runs: readonly BenchRun[]): string {
  const names = Object.keys(TARGETS) as TargetName[];
  const rows = Math.ceil(names.length / COLUMNS);
  const { width, height } = PANEL;
  const panels = names.map((name, at) => {
    const place = `translate(${(at % COLUMNS) * width + 8} ${Math.floor(at / COLUMNS) * height + 8})`;
    return `<g transform="${place}">${panelOf(name, runs)}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMNS * width + 8}" height="${rows * height + 8}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>\n`;
}
