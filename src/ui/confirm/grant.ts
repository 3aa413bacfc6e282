import type { Fields } from '../../protocol/fields.ts';
import { MOST_USES, type GrantWish } from '../../protocol/site.ts';
import type { Values } from '../forms/draft.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long a permission may last, as the form offers it. */
export const LASTS = [
  { ms: HOUR_MS, unit: 'hours', count: 1 },
  { ms: DAY_MS, unit: 'days', count: 1 },
  { ms: 7 * DAY_MS, unit: 'days', count: 7 },
  { ms: 30 * DAY_MS, unit: 'days', count: 30 },
] as const;

/** The form of a permission in advance, as typed. */
export type GrantDraft = {
  readonly on: boolean;
  readonly lastsMs: number;
  readonly most: string;
  /** Empty: no limit. */
  readonly perHour: string;
  /** Names of the parameters that keep their value. */
  readonly held: readonly string[];
};

/** Parameters that name one record each: a permission may be held to them. */
export function holdable(fields: Fields, parameters: Values): readonly string[] {
  return Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === 'pick' && !control.many && typeof parameters[name] === 'string' ? [name] : [],
  );
}

/** Off, and as narrow as can be once it is switched on. */
export function startGrant(fields: Fields, parameters: Values): GrantDraft {
  const held = holdable(fields, parameters);
  return { on: false, lastsMs: HOUR_MS, most: '10', perHour: '', held };
}

function uses(text: string): number | undefined {
  const trimmed = text.trim();
  const count = /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : 0;
  return count >= 1 && count <= MOST_USES ? count : undefined;
}

export type ReadGrant =
  | { readonly ok: true; readonly grant: GrantWish | null }
  | { readonly ok: false; readonly refused: readonly ('most' | 'perHour')[] };

/** What the form says; null when it is off. */
export function readGrant(draft: GrantDraft, parameters: Values): ReadGrant {
  if (!draft.on) return { ok: true, grant: null };
  const most = uses(draft.most);
  const perHour = draft.perHour.trim() === '' ? null : uses(draft.perHour);
  if (most === undefined || perHour === undefined) {
    const wrong = { most: most === undefined, perHour: perHour === undefined };
    return { ok: false, refused: (['most', 'perHour'] as const).filter((name) => wrong[name]) };
  }
  const limits: Record<string, string> = {};
  for (const name of draft.held) {
    const value = parameters[name];
    if (typeof value === 'string') limits[name] = value;
  }
  return { ok: true, grant: { limits, most, perHour, lastsMs: draft.lastsMs } };
}
