import { useEffect, useMemo } from 'preact/hooks';
import { decodeCalldata, type DecodedCalldata } from '../../client/calldata.ts';
import { readFunctions } from '../../protocol/contract-interface.ts';
import { Banner } from '../components/surfaces.tsx';
import { contractChain } from '../forms/contract-chain.ts';
import { DecodedCall, faultText } from '../forms/decoded-call.tsx';
import { visibleText } from '../forms/visible.ts';
import { t } from '../i18n.ts';
import type { Item } from '../records/pickable-records.ts';
import { textOf } from '../records/record-members.ts';
import type { Records } from '../records/records.ts';

/* A call, read by the interfaces that the organization stored for the contract. */

/** A call that nothing reads. */
export function UnreadCall() {
  return (
    <Banner tone="warn" live={false} title={t('signing.call')}>
      {t('signing.call.text')}
    </Banner>
  );
}

const ETHEREUM = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';

type Reading = { readonly label: string; readonly decoded: DecodedCalldata };

/** What each interface of this address makes of the call. The address has any case. */
function readBy(items: readonly Item[], to: string, data: string): readonly Reading[] {
  return items
    .filter((item) => textOf(item, 'smartContractAddress').toLowerCase() === to.toLowerCase())
    .filter((item) => contractChain(textOf(item, 'type')) === ETHEREUM)
    .map((item) => ({
      label: visibleText(textOf(item, 'label')),
      decoded: decodeCalldata(data, readFunctions(textOf(item, 'smartContractInterface'))),
    }));
}

/** The readings that differ: two interfaces of one contract may say the same. */
function distinct(readings: readonly Reading[]): readonly Reading[] {
  const texts = readings.map(({ decoded }) => JSON.stringify(decoded));
  return readings.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}

/** What a call asks of its contract; that it can't be read, where nothing else on the screen reads it. */
export function CalledContract(props: {
  readonly to: string;
  readonly data: string;
  readonly isReadOtherwise: boolean;
  readonly records: Pick<Records, 'known' | 'load'>;
}) {
  const { to, data, isReadOtherwise, records } = props;
  useEffect(() => void records.load('contractInterface'), [records]);
  const items = records.known.value['contractInterface'];
  const readings = useMemo(
    () => distinct(readBy([...(items?.values() ?? [])], to, data)),
    [items, to, data],
  );
  const read = readings.filter(({ decoded }) => decoded.ok);
  if (readings.length === 0) return isReadOtherwise ? null : <UnreadCall />;
  return (
    <>
      {read.length > 1 && (
        <Banner tone="danger" live={false} title={t('signing.interface.differ')}>
          {t('signing.interface.differ.text')}
        </Banner>
      )}
      {(read.length > 0 ? read : readings).map(({ label, decoded }, at) =>
        decoded.ok ? (
          <section key={at} class="stack-near" aria-label={t('signing.interface', { label })}>
            <h3>{t('signing.interface', { label })}</h3>
            <p class="note">{t('signing.interface.text')}</p>
            <div class="preview">
              <DecodedCall decoded={decoded} />
            </div>
          </section>
        ) : (
          <Banner key={at} tone="warn" live={false} title={t('signing.interface.unfit', { label })}>
            {faultText(decoded)}
          </Banner>
        ),
      )}
    </>
  );
}
