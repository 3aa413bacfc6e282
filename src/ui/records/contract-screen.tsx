import type * as calldata from '../../signing/calldata.ts';
import { useCallback, useState, useMemo } from 'preact/hooks';
import { type ContractEntry, readFunctions } from '../../protocol/contract-interface.ts';
import { t } from '../i18n.ts';
import { contractChain } from '../../protocol/contract-chain.ts';
import { ContractPreview } from '../forms/contract-preview.tsx';
import { DecodedCall, faultText } from '../forms/decoded-call.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { textOf } from './record-members.ts';
import { ObjectFacts } from './object-facts.tsx';
import type { ObjectPartProps } from './object-row.tsx';
import { Field } from '../components/field.tsx';
import { LinesInput } from '../components/inputs.tsx';
import { useLatest } from '../components/use-reading.ts';

/** What reads calldata: it comes with the chain's hash, so a screen loads it when it's needed. */
type CalldataReader = typeof calldata;

/** Takes calldata and says what it asks of a contract: the function and its arguments. */
function CalldataSection(props: {
  readonly source: string;
  readonly reader: CalldataReader | undefined;
}) {
  const { source, reader } = props;
  const [text, setText] = useState('');
  const functions = useMemo(() => readFunctions(source), [source]);
  const decoded = useMemo(
    () => (text.trim() === '' ? undefined : reader?.decodeCalldata(text, functions)),
    [text, functions, reader],
  );
  // Why an interface can't be read stands above.
  if (functions.length === 0) return null;
  return (
    <details class="more">
      <summary>{t('object.calldata')}</summary>
      <div class="form-fields">
        <Field label={t('object.calldata.label')} error={faultText(decoded)}>
          {(ids) => <LinesInput {...ids} mono rows={3} value={text} onInput={setText} />}
        </Field>
        {decoded?.ok && (
          <div class="preview" role="status">
            <DecodedCall decoded={decoded} />
          </div>
        )}
      </div>
    </details>
  );
}

/** How much of the hash of their signature the chain knows entries by. */
const HASHED: ReadonlyMap<ContractEntry['kind'], 4 | 32> = new Map([
  ['function', 4],
  ['error', 4],
  ['event', 32],
]);

/** Loads what reads calldata, for a contract that has functions to call by it. */
function useCalldataReader(isNeeded: boolean): CalldataReader | undefined {
  // The file belongs to the extension: it may have been updated while the page was open.
  return useLatest(() => (isNeeded ? import('../../signing/calldata.ts') : undefined), [isNeeded]);
}

/** A contract interface: what its contract can do, readable; the JSON behind "Source". */
export function ContractParts({ place, item }: ObjectPartProps) {
  const source = textOf(item, 'smartContractInterface');
  const chain = contractChain(textOf(item, 'type'));
  const isDecodable = chain === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';
  const reader = useCalldataReader(isDecodable);
  const hashOf = useCallback(
    ({ kind, canonical }: ContractEntry) => {
      const bytes = HASHED.get(kind);
      return bytes && canonical && reader?.hashOfSignature(canonical, bytes);
    },
    [reader],
  );
  return (
    <>
      <ObjectFacts place={place} item={item} />
      {chain && <ContractPreview text={source} type={chain} hashOf={hashOf} />}
      {isDecodable && <CalldataSection source={source} reader={reader} />}
      {chain && !isDecodable && <p class="note">{t('object.calldata.notDecoded')}</p>}
      <details class="more">
        <summary>{t('object.contract.source')}</summary>
        <div class="long-text" tabIndex={0} role="region" aria-label={t('object.contract.source')}>
          <VisibleText text={source} layout="lines" />
        </div>
      </details>
    </>
  );
}
