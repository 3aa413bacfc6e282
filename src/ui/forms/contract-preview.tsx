import { useMemo } from 'preact/hooks';
import { readContractInterface, type ContractEntry } from '../../protocol/contract-interface.ts';
import type { SmartContractInterfaceType } from '../../protocol/enums.ts';
import { findText, formatList, t } from '../i18n.ts';
import { shorten } from '../components/format.ts';
import { VisibleText } from './visible-text.tsx';
import { ruleText } from './words.ts';

/** Entries drawn at once. */
const MAX_SHOWN = 500;

function countText(entries: readonly ContractEntry[]): string {
  const kinds = [...new Set(entries.map((entry) => entry.kind))];
  return formatList(
    kinds.map((kind) => {
      const count = entries.filter((entry) => entry.kind === kind).length;
      return t(`popup.contract.count.${kind}`, { count });
    }),
  );
}

/** A selector, or the ends of a topic. */
function Hash({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span class="mono small contract-hash" title={text}>
      {shorten(text, 10, 8)}
    </span>
  );
}

/** What a contract can do, as its interface says. */
export function ContractPreview(props: {
  readonly text: string;
  readonly type: SmartContractInterfaceType;
  /** Finds what the chain knows an entry by: a selector or a topic. */
  readonly hashOf?: ((entry: ContractEntry) => string | undefined) | undefined;
}) {
  const { text, type, hashOf } = props;
  const read = useMemo(() => readContractInterface(text, type), [text, type]);
  if (!read.ok) return <p class="note">{ruleText(read.rule)}</p>;
  const { entries } = read;
  if (entries.length === 0) return <p class="note">{t('popup.contract.empty')}</p>;
  return (
    <div class="preview">
      <p class="preview-head" role="status">
        {countText(entries)}
      </p>
      <ul class="preview-list" tabIndex={0} aria-label={t('popup.contract.list')}>
        {entries.slice(0, MAX_SHOWN).map((entry, index) => (
          <li key={index}>
            <span class="muted">{findText(`popup.contract.kind.${entry.kind}`) ?? ''}</span>{' '}
            <span class="mono">
              <VisibleText text={entry.signature} />
            </span>{' '}
            {entry.returns && (
              <span class="mono muted">
                → <VisibleText text={entry.returns} />{' '}
              </span>
            )}
            {entry.note && (
              <span class="muted">
                <VisibleText text={entry.note} />
              </span>
            )}
            <Hash text={hashOf?.(entry)} />
          </li>
        ))}
      </ul>
      {entries.length > MAX_SHOWN && (
        <p class="help">{t('popup.contract.more', { count: entries.length - MAX_SHOWN })}</p>
      )}
    </div>
  );
}
