import { useEffect, useMemo } from 'preact/hooks';
import { readContractInterface, type ContractEntry } from '../../protocol/contract-interface.ts';
import { SMART_CONTRACT_INTERFACE_TYPE } from '../../protocol/enums.ts';
import { addressFields, type Fields } from '../../protocol/fields.ts';
import { richText, t } from '../i18n.ts';
import type { Item, Items } from '../records/pickable-records.ts';
import type { Records } from '../records/records.ts';
import { VisibleText } from './visible-text.tsx';
import type { Values } from '../../protocol/parse.ts';

/** What a new interface has that a stored one lacks, and the other way round. */
type InterfaceChanges = {
  readonly added: readonly ContractEntry[];
  readonly removed: readonly ContractEntry[];
  readonly changed: readonly { readonly before: ContractEntry; readonly after: ContractEntry }[];
};

const keyOf = ({ kind, canonical, signature }: ContractEntry) =>
  `${kind} ${canonical ?? signature}`;
const textOf = ({ signature, returns = '', note }: ContractEntry) =>
  [signature, returns && `→ ${returns}`, note].filter(Boolean).join(' ');

/** Compares two interfaces by what the chain knows their entries by. */
function compareInterfaces(
  stored: readonly ContractEntry[],
  sent: readonly ContractEntry[],
): InterfaceChanges {
  const before = new Map(stored.map((entry) => [keyOf(entry), entry]));
  const after = new Map(sent.map((entry) => [keyOf(entry), entry]));
  return {
    added: [...after].flatMap(([key, entry]) => (before.has(key) ? [] : [entry])),
    removed: [...before].flatMap(([key, entry]) => (after.has(key) ? [] : [entry])),
    changed: [...after].flatMap(([key, entry]) => {
      const old = before.get(key);
      return old && textOf(old) !== textOf(entry) ? [{ before: old, after: entry }] : [];
    }),
  };
}

/** Only the digits of an Ethereum address count, not their case (EIP-55). */
const sameText = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

type SentInterface = {
  readonly stored: Item;
  readonly changes: InterfaceChanges;
};

/**
 * The interface among the values, compared with the last one that is stored for its address.
 * Undefined where there is none, or one can't be read.
 */
export function compareWithStored(
  fields: Fields,
  values: Values,
  contracts: Items | undefined,
): SentInterface | undefined {
  for (const [name, { control }] of Object.entries(fields)) {
    if (control.kind !== 'contract-interface') continue;
    const [place] = addressFields(fields).find(([, { network }]) => network === control.type) ?? [];
    const type = SMART_CONTRACT_INTERFACE_TYPE.find((one) => one === values[control.type]);
    const address = place === undefined ? undefined : values[place];
    if (!type || place === undefined || typeof address !== 'string') continue;
    const stored = [...(contracts?.values() ?? [])].findLast(
      ({ record }) => sameText(String(record[place])) === sameText(address),
    );
    if (!stored) continue;
    const [old, sent] = [stored.record[name], values[name]].map((text) =>
      readContractInterface(typeof text === 'string' ? text : '', type),
    );
    if (!old?.ok || !sent?.ok) continue;
    return { stored, changes: compareInterfaces(old.entries, sent.entries) };
  }
  return undefined;
}

/** Entries drawn of each list. */
const MAX_SHOWN = 100;

function Entries(props: { readonly title: string; readonly texts: readonly string[] }) {
  const { title, texts } = props;
  if (texts.length === 0) return null;
  return (
    <>
      <p class="preview-head">{title}</p>
      <ul class="preview-list" tabIndex={0} aria-label={title}>
        {texts.slice(0, MAX_SHOWN).map((text, index) => (
          <li key={index} class="mono">
            <VisibleText text={text} />
          </li>
        ))}
      </ul>
      {texts.length > MAX_SHOWN && (
        <p class="help">{t('popup.contract.more', { count: texts.length - MAX_SHOWN })}</p>
      )}
    </>
  );
}

/** What changes against the interface that is stored for the same address, before another one is. */
export function InterfaceChangesNotice(props: {
  readonly fields: Fields;
  readonly parameters: Values;
  readonly records: Pick<Records, 'known' | 'load'>;
}) {
  const { fields, parameters, records } = props;
  const hasInterface = Object.values(fields).some(
    ({ control }) => control.kind === 'contract-interface',
  );
  useEffect(() => {
    if (hasInterface) void records.load('contractInterface');
  }, [records.load, hasInterface]);
  const contracts = hasInterface ? records.known.value.contractInterface : undefined;
  const compared = useMemo(
    () => compareWithStored(fields, parameters, contracts),
    [fields, parameters, contracts],
  );
  if (!compared) return null;
  const { stored, changes } = compared;
  const { added, removed, changed } = changes;
  const isSame = added.length + removed.length + changed.length === 0;
  return (
    <section class="preview" aria-label={t('popup.contract.changes')}>
      <p class="preview-head">
        {richText(isSame ? 'popup.contract.same' : 'popup.contract.differs', {
          name: <VisibleText text={stored.name} />,
        })}
      </p>
      <Entries
        title={t('popup.contract.added', { count: added.length })}
        texts={added.map(textOf)}
      />
      <Entries
        title={t('popup.contract.removed', { count: removed.length })}
        texts={removed.map(textOf)}
      />
      <Entries
        title={t('popup.contract.changed', { count: changed.length })}
        texts={changed.map(({ before, after }) => `${textOf(before)} ⇒ ${textOf(after)}`)}
      />
    </section>
  );
}
