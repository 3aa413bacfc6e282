import type { Fields } from '../../protocol/fields.ts';
import { MAX_USES, type GrantTerms } from '../../protocol/site.ts';
import type { Values } from '../../protocol/parse.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long a grant may last, as the form offers it. */
export const DURATIONS = [
  { ms: HOUR_MS, unit: 'hours', count: 1 },
  { ms: DAY_MS, unit: 'days', count: 1 },
  { ms: 7 * DAY_MS, unit: 'days', count: 7 },
  { ms: 30 * DAY_MS, unit: 'days', count: 30 },
] as const;

/** The form of a grant, as typed. */
export type GrantDraft = {
  readonly on: boolean;
  readonly lastsMs: number;
  readonly most: string;
  /** Empty: no limit. */
  readonly perHour: string;
  /** Names of the parameters that keep their value. */
  readonly fixed: readonly string[];
};

/** Parameters that name one record each: a grant may be limited to them. */
export function fixableParameters(fields: Fields, parameters: Values): readonly string[] {
  return Object.entries(fields).flatMap(([name, { control }]) =>
    control.kind === 'pick' && !control.many && typeof parameters[name] === 'string' ? [name] : [],
  );
}

/** Off, and as narrow as can be once it is switched on. */
export function createGrantDraft(fields: Fields, parameters: Values): GrantDraft {
  const fixed = fixableParameters(fields, parameters);
  return { on: false, lastsMs: HOUR_MS, most: '10', perHour: '', fixed };
}

function readUses(text: string): number | undefined {
  const trimmed = text.trim();
  const count = /^\d{1,6}$/.test(trimmed) ? Number(trimmed) : 0;
  return count >= 1 && count <= MAX_USES ? count : undefined;
}

export type GrantResult =
  | { readonly ok: true; readonly grant: GrantTerms | null }
  | { readonly ok: false; readonly refused: readonly ('most' | 'perHour')[] };

/** What the form says; null when it is off. */
export function readGrant(draft: GrantDraft, parameters: Values): GrantResult {
  if (!draft.on) return { ok: true, grant: null };
  const most = readUses(draft.most);
  const perHour = draft.perHour.trim() === '' ? null : readUses(draft.perHour);
  if (most === undefined || perHour === undefined) {
    const isRefused = { most: most === undefined, perHour: perHour === undefined };
    return { ok: false, refused: (['most', 'perHour'] as const).filter((name) => isRefused[name]) };
  }
  const limits: Record<string, string> = {};
  for (const name of draft.fixed) {
    const value = parameters[name];
    if (typeof value === 'string') limits[name] = value;
  }
  return { ok: true, grant: { limits, most, perHour, lastsMs: draft.lastsMs } };
}
