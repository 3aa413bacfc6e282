import { useEffect, useMemo } from 'preact/hooks';
import * as v from 'valibot';
import { readPolicy, type PolicyText } from '../../policies/policy.ts';
import { policyWarnings } from '../../policies/policy-warnings.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { policy } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import { Banner } from '../components/surfaces.tsx';
import type { Item, Items } from './pickable-records.ts';
import { policySentences, warningText, type NameOf } from '../forms/policy-sentences.ts';
import { useRecords } from './object-state.ts';
import type { Records } from './records.ts';

/** A record's name, with its id where another one has the same; the id alone where the record isn't known. */
function tellingName(items: Items | undefined, id: string): string {
  const name = items?.get(id)?.name;
  if (!name) return id;
  const isShared = [...(items?.values() ?? [])].some((one) => one.name === name && one.id !== id);
  return isShared ? `${name} (${shorten(id)})` : name;
}

/** What is made of policies with the names of those whom they name, once these are read. */
export function useNamed<T>(
  records: Pick<Records, 'known' | 'load'>,
  make: (nameOf: NameOf) => T,
  inputs: readonly unknown[],
): T {
  const known = records.known.value;
  // A policy can take longer to read than a frame lasts.
  const { made, named } = useMemo(() => {
    const kinds = new Set<RecordKind>();
    const nameOf: NameOf = (kind, id) => {
      kinds.add(kind);
      return tellingName(known[kind], id);
    };
    return { made: make(nameOf), named: [...kinds] };
  }, [known, ...inputs]);
  useEffect(() => {
    for (const kind of named) void records.load(kind);
  }, [records, named.join()]);
  return made;
}

/** Texts of a policy's record. */
function usePolicyTexts(
  { record }: Item,
  textsOf: (policy: PolicyText, nameOf: NameOf) => readonly string[],
): readonly string[] {
  const read = (nameOf: NameOf) => {
    const parsed = v.safeParse(policy, record);
    return parsed.success ? textsOf(parsed.output, nameOf) : [];
  };
  return useNamed(useRecords(), read, [record, textsOf]);
}

/** What a policy says, in one paragraph. */
export function PolicyWords({ item }: { readonly item: Item }) {
  const sentences = usePolicyTexts(item, policySentences);
  return <span>{sentences.join(' ')}</span>;
}

export const warningTexts = (one: PolicyText) => policyWarnings(readPolicy(one)).map(warningText);

/** What is worth a second look in a policy; nothing if nothing is. */
export function PolicyWarnings({ item }: { readonly item: Item }) {
  return <WarningBanner texts={usePolicyTexts(item, warningTexts)} />;
}

export function WarningBanner({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Banner tone="warn" title={t('policy.warning.title')} live={false}>
      <ul class="bullets">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
