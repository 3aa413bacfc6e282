import { useState } from 'preact/hooks';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import { t } from '../../i18n.ts';
import { EmptyState, Skeleton } from '../../components/states.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { rowText } from '../../forms/words.ts';
import { Frame } from '../../page/frame.tsx';
import { SearchField } from '../../page/search-field.tsx';
import { useStore } from '../../page/store.ts';
import { accountPlace } from '../../records/account-row.tsx';
import {
  AddressChoices,
  matchingChoices,
  useOwnAddresses,
  type AddressChoice,
} from './address-choices.tsx';

/** Which account sends, for a person who comes from no account: its form is next. */
export function SenderScreen({ row }: { readonly row: SubmitRow }) {
  const { go } = useStore();
  const [typed, setTyped] = useState('');
  const { own, error, isLoading, retry } = useOwnAddresses();
  const shown = matchingChoices(own ?? [], typed);
  const choose = ({ account }: AddressChoice) =>
    account && go({ screen: 'form', operation: row.name, about: accountPlace(account) });
  return (
    <Frame title={rowText(row, 'title')}>
      <SearchField
        label={t('send.search')}
        placeholder={t('send.search')}
        value={typed}
        onInput={setTyped}
        onEnter={() => shown[0] && choose(shown[0])}
      />
      {error && <ReadProblem error={error} onRetry={retry} />}
      {isLoading && <Skeleton rows={4} />}
      <AddressChoices title={t('send.from')} choices={shown} onChoose={choose} />
      {own?.length === 0 && (
        <EmptyState icon="up" title={t('send.senders.none')}>
          {t('send.senders.noneText')}
        </EmptyState>
      )}
      {own && own.length > 0 && shown.length === 0 && (
        <EmptyState icon="search" title={t('app.noMatch', { text: typed })} />
      )}
    </Frame>
  );
}
