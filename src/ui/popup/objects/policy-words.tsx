import { useEffect } from 'preact/hooks';
import * as v from 'valibot';
import type { RecordKind } from '../../../protocol/fields.ts';
import { policy } from '../../../protocol/service-records.ts';
import type { Item } from '../../forms/pickable-records.ts';
import { policySentences } from '../../forms/policy-sentences.ts';
import { useRecords } from './object-state.ts';

/** The sentences of a policy's record, with the names of those whom it names, once they are read. */
export function usePolicySentences({ record }: Item): readonly string[] {
  const records = useRecords();
  const parsed = v.safeParse(policy, record);
  const named = new Set<RecordKind>();
  const known = records.known.value;
  const sentences = parsed.success
    ? policySentences(parsed.output, (kind, id) => {
        named.add(kind);
        return known[kind]?.get(id)?.name || id;
      })
    : [];
  const kinds = [...named].join();
  useEffect(() => {
    for (const kind of named) void records.load(kind);
  }, [records, kinds]);
  return sentences;
}

/** What a policy says, in one paragraph. */
export function PolicyWords({ item }: { readonly item: Item }) {
  const sentences = usePolicySentences(item);
  return <span class="policy-words">{sentences.join(' ')}</span>;
}
