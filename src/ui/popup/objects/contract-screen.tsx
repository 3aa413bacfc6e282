import { SMART_CONTRACT_INTERFACE_TYPE } from '../../../protocol/enums.ts';
import { t } from '../../i18n.ts';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { ContractPreview } from '../../forms/contract-preview.tsx';
import type { Item } from '../../forms/pickable-records.ts';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { choiceWord } from '../../forms/words.ts';
import type { ObjectPlace } from '../route.ts';
import { textOf } from './object-facts.tsx';
import { ObjectFrame } from './object-frame.tsx';

/** The service lists the chain's bare name (docs/protocol.md, The ten operations). */
function chainOf(type: string) {
  return SMART_CONTRACT_INTERFACE_TYPE.find(
    (chain) => chain === type || chain === `SMART_CONTRACT_INTERFACE_TYPE_${type}`,
  );
}

function ContractBody({ item }: { readonly item: Item }) {
  const source = textOf(item, 'smartContractInterface');
  const address = textOf(item, 'smartContractAddress');
  const chain = chainOf(textOf(item, 'type'));
  const notes = textOf(item, 'notes');
  return (
    <>
      <DescriptionList
        rows={[
          [
            t('object.address'),
            <CopyText key="address" text={address} mono what={t('object.address')} />,
          ],
          [t('object.chain'), visibleText(choiceWord(chain ?? textOf(item, 'type')))],
          ...(notes === ''
            ? []
            : [
                [
                  t('object.notes'),
                  <VisibleText key="notes" text={notes} layout="lines" />,
                ] as const,
              ]),
        ]}
      />
      {chain && <ContractPreview text={source} type={chain} />}
      <details class="more">
        <summary>{t('object.contract.source')}</summary>
        <div class="long-text" tabIndex={0} role="region" aria-label={t('object.contract.source')}>
          <VisibleText text={source} layout="lines" />
        </div>
      </details>
    </>
  );
}

/** A contract interface: what its contract can do, readable; the JSON behind "Source". */
export function ContractScreen({ place }: { readonly place: ObjectPlace }) {
  return <ObjectFrame place={place}>{(item) => <ContractBody item={item} />}</ObjectFrame>;
}
