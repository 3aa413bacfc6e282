import { useEffect, useMemo } from 'preact/hooks';
import * as v from 'valibot';
import { readPolicy, type PolicyText } from '../../policies/policy.ts';
import { policyWarnings, type PolicyWarning } from '../../policies/policy-warnings.ts';
import type { RecordKind } from '../../protocol/fields.ts';
import { policy } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import { Banner } from '../components/surfaces.tsx';
import { CopyText } from '../components/values.tsx';
import type { Item, Items } from './pickable-records.ts';
import { contractChain } from '../../protocol/contract-chain.ts';
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
  // The words of these texts can arrive after those of the first frame, in the same language.
  const words = t('policy.do.all');
  // A policy can take longer to read than a frame lasts.
  const { made, named } = useMemo(() => {
    const kinds = new Set<RecordKind>();
    const nameOf: NameOf = (kind, id) => {
      kinds.add(kind);
      return tellingName(known[kind], id);
    };
    return { made: make(nameOf), named: [...kinds] };
  }, [known, words, ...inputs]);
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

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';

/** The other policies of the organization, without those that are changed; undefined while they aren't known. */
function othersIn(items: Items | undefined, changed: readonly PolicyText[]) {
  if (!items) return undefined;
  const ids = new Set(changed.map(({ policyId }) => policyId));
  return [...items.values()].flatMap(({ record }) => {
    const parsed = v.safeParse(policy, record);
    return parsed.success && !ids.has(parsed.output.policyId) ? [readPolicy(parsed.output)] : [];
  });
}

function contractsIn(items: Items | undefined): readonly string[] | undefined {
  const records = items && [...items.values()].map(({ record }) => record);
  return records?.flatMap(({ type, smartContractAddress: address }) =>
    typeof address === 'string' && contractChain(String(type)) === ETHEREUM ? [address] : [],
  );
}

/** What is worth a second look in policies, as they are or are going to be; nothing if nothing is. */
export function WarningsOf(props: {
  readonly policies: readonly PolicyText[];
  readonly records: Pick<Records, 'known' | 'load'>;
}) {
  const { policies, records } = props;
  const { policy: known, contractInterface } = records.known.value;
  const isOfCalls = policies.some(({ condition }) => condition?.includes('eth.tx'));
  useEffect(() => {
    void records.load('policy');
    if (isOfCalls) void records.load('contractInterface');
  }, [records, isOfCalls]);
  const texts = JSON.stringify(policies);
  const warnings = useMemo(() => {
    const others = othersIn(known, policies);
    const contracts = contractsIn(contractInterface);
    const read = policies.map(readPolicy);
    const found = read.flatMap((one) => {
      const beside = others && [...others, ...read.filter((other) => other !== one)];
      return policyWarnings(one, { policies: beside, contracts });
    });
    return [...new Map(found.map((one) => [JSON.stringify(one), one]))];
  }, [texts, known, contractInterface]);
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warn" title={t('policy.warning.title')} live={false}>
      <ul class="bullets">
        {warnings.map(([key, warning]) => (
          <li key={key}>
            {warningText(warning)} {'offer' in warning && <Offer {...warning} />}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** The condition of a DENY that closes what a warning is about. */
function Offer({ kind, offer }: Extract<PolicyWarning, { readonly offer: string }>) {
  return (
    <>
      {t(kind === 'delegations' ? 'policy.warning.offer' : 'policy.warning.offerRaw')}{' '}
      <CopyText text={offer} shorten={false} mono />
    </>
  );
}

/** What is worth a second look in a policy's record. */
export function PolicyWarnings({ item: { record } }: { readonly item: Item }) {
  const records = useRecords();
  const policies = useMemo(() => {
    const parsed = v.safeParse(policy, record);
    return parsed.success ? [parsed.output] : [];
  }, [record]);
  return <WarningsOf {...{ policies, records }} />;
}
