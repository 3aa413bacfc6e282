import { formatText } from '../../components/address-line.tsx';
import { shorten } from '../../components/format.ts';
import { List, ListRow, Section } from '../../components/surfaces.tsx';
import { foldTexts, matcherOf } from '../../components/typed-text.ts';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { nameText } from '../../forms/words.ts';
import { useList } from '../../records/object-state.ts';
import { sendsFrom } from '../../records/object-actions.ts';
import type { Item } from '../../records/pickable-records.ts';
import { textOf } from '../../records/record-members.ts';

/** Rows of each group that are drawn: who looks for others searches. */
const MAX_ROWS = 50;

/** An address, by its name where it has one, and the organization's account whose it is. */
export type AddressChoice = {
  readonly address: string;
  readonly name: string;
  readonly wallet?: string;
  readonly account?: Item;
};

/** The organization's accounts that can send, and be sent to, as choices; undefined until they are read. */
export function useOwnAddresses() {
  const { items: wallets } = useList('wallet');
  const { items: accounts, error, retry } = useList('walletAccount');
  const own =
    accounts &&
    [...accounts.values()]
      .filter((account) => sendsFrom(account).length > 0)
      .map((account): AddressChoice => ({
        account,
        address: textOf(account, 'address'),
        name: textOf(account, 'name') || formatText(textOf(account, 'addressFormat')),
        wallet: nameText(wallets?.get(textOf(account, 'walletId'))?.name ?? ''),
      }));
  return { own, error, retry, isLoading: !accounts && !error };
}

/** Those that have every word that was typed. */
export function matchingChoices(
  choices: readonly AddressChoice[],
  typed: string,
): readonly AddressChoice[] {
  const isFound = matcherOf(typed);
  return choices.filter(({ address, name, wallet = '' }) =>
    isFound(foldTexts([address, name, wallet])),
  );
}

export function AddressChoices(props: {
  readonly title: string;
  readonly choices: readonly AddressChoice[];
  readonly onChoose: (choice: AddressChoice) => void;
}) {
  const { title, choices, onChoose } = props;
  if (choices.length === 0) return null;
  return (
    <Section title={title}>
      <List label={title}>
        {choices.slice(0, MAX_ROWS).map((choice) => {
          const { address, name, wallet } = choice;
          const short = <span class="mono">{visibleText(shorten(address, 10, 8))}</span>;
          const text = <VisibleText text={wallet ? `${wallet} · ${name}` : name} />;
          return (
            <ListRow
              key={address}
              onClick={() => onChoose(choice)}
              title={name === '' ? short : text}
              detail={name !== '' && short}
            />
          );
        })}
      </List>
    </Section>
  );
}
