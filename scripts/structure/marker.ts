import { join } from 'node:path';
import { ROOT } from '../tool.ts';

/** Where the run of rename-wallet.ts leaves the modules that the marker entered. */
export const ENTERED_FILE = join(ROOT, '.output', 'structure', 'entered-modules.json');

/** A name that nothing else has. */
export const MARKER = 'Renamed 7f3a51c8';

/** Objects inside objects are looked into this deep. */
const MAX_DEPTH = 8;

/** Whether a value holds the marker: as text, in bytes, or in a member. */
export function holdsMarker(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes(MARKER);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return false;
  if (value instanceof ArrayBuffer) return holdsMarker(new Uint8Array(value), depth);
  if (ArrayBuffer.isView(value)) return holdsMarker(new TextDecoder().decode(value), depth);
  const members = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return members.some((member) => holdsMarker(member, depth + 1));
}
