import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { formatText } from '../../components/address-line.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { shorten } from '../../components/format.ts';
import { foldTexts, matcherOf } from '../../components/typed-text.ts';
import { List, ListRow } from '../../components/surfaces.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { nameText } from '../../forms/words.ts';
import { SearchField } from '../../page/search-field.tsx';
import { useList } from '../../records/object-state.ts';
import type { Item } from '../../records/pickable-records.ts';
import { textOf } from '../../records/record-members.ts';
import { Part } from '../../records/part.tsx';

/** Rows of each group that are drawn: who looks for others searches. */
const MAX_ROWS = 50;

type Choice = { readonly address: string; readonly name: string; readonly wallet?: string };

/** The accounts that something can be sent to on chains of Ethereum's kind. */
function ownChoices(accounts: readonly Item[], nameOf: (walletId: string) => string): Choice[] {
  return accounts
    .filter((account) => textOf(account, 'addressFormat') === 'ADDRESS_FORMAT_ETHEREUM')
    .map((account) => ({
      address: textOf(account, 'address'),
      name: textOf(account, 'name') || formatText(textOf(account, 'addressFormat')),
      wallet: nameOf(textOf(account, 'walletId')),
    }));
}

function Choices(props: {
  readonly title: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (address: string) => void;
}) {
  const { title, choices, onChoose } = props;
  if (choices.length === 0) return null;
  return (
    <Part title={title}>
      <List label={title}>
        {choices.slice(0, MAX_ROWS).map(({ address, name, wallet }) => (
          <ListRow
            key={address}
            onClick={() => onChoose(address)}
            title={
              name === '' ? (
                <span class="mono">{visibleText(shorten(address, 10, 8))}</span>
              ) : (
                <VisibleText text={wallet ? `${wallet} · ${name}` : name} />
              )
            }
            detail={name !== '' && <span class="mono">{visibleText(shorten(address, 10, 8))}</span>}
          />
        ))}
      </List>
    </Part>
  );
}

/** The addresses that can be chosen: the organization's own, and those that something was sent to from here. */
export function RecipientDialog(props: {
  /** The account that sends isn't offered. */
  readonly from: string;
  readonly used: readonly string[];
  readonly onChoose: (address: string) => void;
  readonly onClose: () => void;
}) {
  const { from, used, onChoose, onClose } = props;
  const [typed, setTyped] = useState('');
  const { items: wallets } = useList('wallet');
  const { items: accounts, error, retry } = useList('walletAccount');
  const nameOf = (walletId: string) => nameText(wallets?.get(walletId)?.name ?? '');
  const isFound = matcherOf(typed);
  const matching = (choices: readonly Choice[]) =>
    choices.filter(
      ({ address, name, wallet = '' }) =>
        address !== from && isFound(foldTexts([address, name, wallet])),
    );
  const own = ownChoices([...(accounts?.values() ?? [])], nameOf);
  const isOwn = (address: string) => own.some((choice) => choice.address === address);
  const others = used
    .filter((address) => !isOwn(address))
    .map((address) => ({ address, name: '' }));
  const [shownOwn, shownUsed] = [matching(own), matching(others)];
  const [first] = [...shownOwn, ...shownUsed];
  const isLoading = accounts === undefined && error === undefined;
  return (
    <Dialog open title={t('send.recipients.title')} onClose={onClose}>
      <SearchField
        label={t('send.recipients.search')}
        placeholder={t('send.recipients.search')}
        value={typed}
        onInput={setTyped}
        onEnter={() => first && onChoose(first.address)}
      />
      {error && <ReadProblem error={error} onRetry={retry} />}
      <Choices title={t('send.recipients.own')} choices={shownOwn} onChoose={onChoose} />
      <Choices title={t('send.recipients.used')} choices={shownUsed} onChoose={onChoose} />
      <p class="help" role="status">
        {isLoading && t('app.loading')}
        {!isLoading && !first && t('send.recipients.none')}
      </p>
    </Dialog>
  );
}
