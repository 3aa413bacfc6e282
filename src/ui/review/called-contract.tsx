import { useEffect, useMemo } from 'preact/hooks';
import { describeCall, type Call } from '../../client/clear-signing/on-demand.ts';
import { readFunctions } from '../../protocol/contract-interface.ts';
import { decodeCalldata, type DecodedCalldata } from '../../signing/calldata.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { contractChain } from '../../protocol/contract-chain.ts';
import { DecodedCall, faultText } from '../forms/decoded-call.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';
import type { Item } from '../records/pickable-records.ts';
import { textOf } from '../records/record-members.ts';
import type { Records } from '../records/records.ts';
import { chainText } from './chain-text.ts';
import { Described, useDescription } from './described.tsx';

/* A call, read by the interfaces that the organization stored for the contract, or by a descriptor. */

/** A call that nothing reads. */
export function UnreadCall() {
  return (
    <Banner tone="warn" live={false} title={t('signing.call')}>
      {t('signing.call.text')}
    </Banner>
  );
}

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';

type CallReading = { readonly label: string; readonly decoded: DecodedCalldata };

/** What each interface of this address makes of the call. The address has any case. */
function readBy(items: readonly Item[], to: string, data: string): readonly CallReading[] {
  return items
    .filter((item) => textOf(item, 'smartContractAddress').toLowerCase() === to.toLowerCase())
    .filter((item) => contractChain(textOf(item, 'type')) === ETHEREUM)
    .map((item) => ({
      label: visibleText(textOf(item, 'label')),
      decoded: decodeCalldata(data, readFunctions(textOf(item, 'smartContractInterface'))),
    }));
}

/** The readings that differ: two interfaces of one contract may say the same. */
function distinct(readings: readonly CallReading[]): readonly CallReading[] {
  const texts = readings.map(({ decoded }) => JSON.stringify(decoded));
  return readings.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}

/** Calls in calls that are drawn: one that is deeper stands in the data of the one around it. */
const MAX_DEPTH = 4;

type Finder = Pick<Records, 'findOwner' | 'known' | 'load'>;

/** A call within another, or within a message: where it goes, and what it does. */
export function NestedCall(props: {
  readonly call: Call;
  readonly records: Finder;
  readonly depth?: number;
}) {
  const { call, records, depth = 1 } = props;
  const { chainId, to, value, data } = call;
  return (
    <>
      <DescriptionList
        rows={[
          [t('signing.network'), chainText(chainId)],
          [t('signing.contract'), <VisibleText text={to} grouped />],
          [t('signing.described.value'), value.toString()],
          [t('signing.data'), <VisibleText text={data} />],
        ]}
      />
      <CalledContract call={call} isReadOtherwise={false} records={records} depth={depth} />
    </>
  );
}

/**
 * What a call asks of its contract, by the organization's own interfaces, or else by a descriptor that holds for just
 * this contract; that it can't be read, where nothing else on the screen reads it.
 */
export function CalledContract(props: {
  readonly call: Call;
  readonly isReadOtherwise: boolean;
  readonly records: Finder;
  readonly depth?: number;
}) {
  const { call, isReadOtherwise, records, depth = 0 } = props;
  const { chainId, to, value, data } = call;
  useEffect(() => void records.load('contractInterface'), [records]);
  const items = records.known.value['contractInterface'];
  const readings = useMemo(
    () => distinct(readBy([...(items?.values() ?? [])], to, data)),
    [items, to, data],
  );
  const description = useDescription([chainId, to, value, data].join(), () =>
    depth > MAX_DEPTH ? Promise.resolve(undefined) : describeCall(call),
  );
  const read = readings.filter(({ decoded }) => decoded.ok);
  const isRead = read.length > 0;
  if (description === null)
    return (
      <p class="muted" aria-busy="true">
        {t('signing.described.reading')}
      </p>
    );
  const isAttested = description?.attestedBy !== undefined;
  const described = isAttested || !isRead ? description : undefined;
  return (
    <>
      {described && (
        <Described
          description={described}
          records={records}
          drawCall={(inner) => <NestedCall call={inner} records={records} depth={depth + 1} />}
        />
      )}
      {read.length > 1 && (
        <Banner tone="danger" live={false} title={t('signing.interface.differ')}>
          {t('signing.interface.differ.text')}
        </Banner>
      )}
      {(isRead ? read : readings).map((reading, at) => (
        <ContractReading key={at} {...reading} />
      ))}
      {readings.length === 0 && !description && !isReadOtherwise && <UnreadCall />}
    </>
  );
}

/** What one interface makes of the call, or why it can't. */
function ContractReading({ label, decoded }: CallReading) {
  if (!decoded.ok) {
    return (
      <Banner tone="warn" live={false} title={t('signing.interface.unfit', { label })}>
        {faultText(decoded)}
      </Banner>
    );
  }
  return (
    <section class="stack-near" aria-label={t('signing.interface', { label })}>
      <h3>{t('signing.interface', { label })}</h3>
      <p class="note">{t('signing.interface.text')}</p>
      <div class="preview">
        <DecodedCall decoded={decoded} />
      </div>
    </section>
  );
}
