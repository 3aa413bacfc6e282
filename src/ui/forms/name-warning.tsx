import { appearanceOf, mixesScripts } from '../../protocol/origin.ts';
import { t } from '../i18n.ts';
import { Badge } from '../components/surfaces.tsx';
import type { Items } from '../records/pickable-records.ts';
import { visibleText } from './visible.ts';

/*
 * Names that people mistake for others: the service takes any letters, so somebody can call a user
 * “Сarol” with a Cyrillic С beside “Carol” (docs/threats.md, 71).
 */

/** Why a name may be taken for another: it looks like one of the list, or a word of it mixes alphabets. */
export type NameWarning = { readonly like: string } | { readonly isMixed: true };

/** Names by what a hurried eye sees of them. A list may have ten thousand, and many lines name some. */
const indexed = new WeakMap<Items, ReadonlyMap<string, readonly string[]>>();

/** Many times the length of any name. */
const MAX_LOOKED_AT = 1000;

const lookOf = (name: string): string => appearanceOf(name.toLowerCase().trim());

function namesByLook(items: Items): ReadonlyMap<string, readonly string[]> {
  const before = indexed.get(items);
  if (before) return before;
  const names = new Map<string, string[]>();
  for (const { name } of items.values()) {
    const look = lookOf(name);
    const same = names.get(look);
    if (!same) names.set(look, [name]);
    else if (!same.includes(name)) same.push(name);
  }
  indexed.set(items, names);
  return names;
}

/**
 * What is doubtful about a name among those of a list. A name in one alphabet, whichever it is, is
 * doubtful only beside one that looks the same; equal names are told apart by their ids.
 */
export function findNameWarning(typed: string, items: Items | undefined): NameWarning | undefined {
  // What is longer is no name, and each of its letters would be looked up.
  const name = typed.slice(0, MAX_LOOKED_AT);
  if (name.trim() === '') return undefined;
  const like =
    items &&
    namesByLook(items)
      .get(lookOf(name))
      ?.find((other) => other !== name);
  if (like !== undefined) return { like };
  return name.split(/[^\p{L}\p{M}]+/u).some(mixesScripts) ? { isMixed: true } : undefined;
}

/** Says what is doubtful about a name; nothing for the others. */
export function NameWarningBadge({ warning }: { readonly warning: NameWarning | undefined }) {
  if (!warning) return null;
  if ('isMixed' in warning) return <Badge tone="warn">{t('app.origin.mixed_script')}</Badge>;
  return <Badge tone="danger">{t('app.name.like', { name: visibleText(warning.like) })}</Badge>;
}
