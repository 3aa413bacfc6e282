import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Select } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';
import { CHAINS, nextAccount } from './accounts.ts';
import { itemDrafts, type Draft } from './draft.ts';
import type { FormSession } from './form-session.ts';
import { RecordListControl } from './record-list-control.tsx';
import { partsKey } from '../records/list-sources.ts';
import { existingItems } from './taken-values.ts';
import { choiceWord } from './words.ts';

/** Chains with a button of their own; the others are in a list. */
const BUTTONS = [
  'ADDRESS_FORMAT_ETHEREUM',
  'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH',
  'ADDRESS_FORMAT_SOLANA',
];

function textOf(item: Draft, name: string): string {
  const value = item[name];
  return typeof value === 'string' ? value : '';
}

/** To pick a chain: of those used most, or of all that have a default path. */
function ChainPicker(props: {
  readonly disabled: boolean;
  readonly onPick: (chain: string) => void;
}) {
  const { disabled, onPick } = props;
  const others = CHAINS.filter((chain) => !BUTTONS.includes(chain));
  return (
    <div class="cluster">
      {BUTTONS.map((chain) => (
        <Button key={chain} small icon="plus" disabled={disabled} onClick={() => onPick(chain)}>
          {choiceWord(chain)}
        </Button>
      ))}
      <Select
        value=""
        disabled={disabled}
        blank={t('popup.accounts.others')}
        aria-label={t('popup.accounts.others')}
        options={others.map((value) => ({ value, label: choiceWord(value) }))}
        onChange={(chain) => chain !== '' && onPick(chain)}
      />
    </div>
  );
}

/** An account to be: its path, and all that a person may change about it. */
function AccountFields(props: {
  readonly session: FormSession;
  readonly prefix: string;
  readonly item: Draft;
  readonly children: ComponentChildren;
}) {
  const { session, prefix, item } = props;
  const isRefused = Object.keys(session.errors.value).some((path) => path.startsWith(prefix));
  // Once it is open it stays so: what corrects a value is typed in it.
  const wasRefused = useRef(false);
  wasRefused.current ||= isRefused;
  return (
    <>
      <p class="mono break">{textOf(item, 'path')}</p>
      <details class="more" open={wasRefused.current}>
        <summary>{t('popup.accounts.change')}</summary>
        {props.children}
      </details>
    </>
  );
}

type AccountsControlProps = ComponentProps<typeof RecordListControl> & {
  /** The values that the list stands among. */
  readonly draft: Draft;
};

/**
 * New accounts: a person picks a chain, and curve, address format and the next free path of that chain
 * follow, from the accounts that the wallet has.
 */
export function AccountsControl({ draft, ...list }: AccountsControlProps) {
  const { session, path, control, value, drawItem } = list;
  const { among } = control.distinct ?? {};
  const whole = among && draft[among.pick];
  const key =
    among && typeof whole === 'string' && whole !== '' && partsKey(among.recordKind, whole);
  useEffect(() => {
    if (key) void session.load(key);
  }, [session, key]);
  const existing = existingItems(control.distinct, draft, session.known.value);
  const error = key ? session.loadErrors.value[key] : undefined;
  const pick = (chain: string) => {
    const account = nextAccount(chain, [...(existing ?? []), ...itemDrafts(value)]);
    if (account) session.addItem(path, account);
  };
  return (
    <>
      {error && key && (
        <ErrorState
          error={error}
          title={t('popup.accounts.unknown')}
          onRetry={() => void session.load(key)}
        />
      )}
      <RecordListControl
        {...list}
        titleOf={(item) => choiceWord(textOf(item, 'addressFormat') || textOf(item, 'curve'))}
        drawItem={(prefix, item) => (
          <AccountFields {...{ session, prefix, item }}>{drawItem(prefix, item)}</AccountFields>
        )}
        add={<ChainPicker disabled={!existing && !error} onPick={pick} />}
      />
    </>
  );
}
