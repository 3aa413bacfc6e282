import type { BuiltParts } from './built-policy.ts';

/** Policies that many organizations want, to begin with. */
export const TEMPLATES = ['signing', 'renames', 'deletions', 'hours'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

export type BuiltPolicy = { readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY' } & BuiltParts;

const NOTHING: BuiltParts = {
  condition: { scopes: undefined, details: [], isWhole: true },
  consensus: [],
  time: [],
};

const about = (...scopes: NonNullable<BuiltParts['condition']['scopes']>) => ({
  condition: { ...NOTHING.condition, scopes },
});

/** From 9 to 17 o'clock, Monday to Friday. */
export const OFFICE_HOURS = { kind: 'cron', cron: '0 9 * * 1-5', length: '8h' } as const;

/**
 * A policy of a template.
 * @param self id of the user who makes it, who is the one person of a template about one
 * @param zone of the hours that it names, such as `Europe/Berlin`
 */
export function templatePolicy(name: TemplateName, self: string, zone: string): BuiltPolicy {
  switch (name) {
    case 'signing':
      return {
        ...NOTHING,
        ...about({ action: 'SIGN' }, { action: 'EXPORT' }),
        effect: 'EFFECT_ALLOW',
        consensus: [{ kind: 'people', count: 2, ids: [], tags: [] }],
      };
    case 'renames':
      return {
        ...NOTHING,
        ...about({ kind: 'UPDATE_WALLET' }, { kind: 'UPDATE_USER_NAME' }),
        effect: 'EFFECT_ALLOW',
        consensus: [{ kind: 'people', count: 1, ids: [self], tags: [] }],
      };
    case 'deletions':
      return { ...NOTHING, ...about({ action: 'DELETE' }), effect: 'EFFECT_DENY' };
    case 'hours':
      return {
        ...NOTHING,
        ...about({ action: 'SIGN' }),
        effect: 'EFFECT_DENY',
        time: [{ ...OFFICE_HOURS, zone, isOutside: true }],
      };
  }
}
