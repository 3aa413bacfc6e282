import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { SearchField } from '../../page/search-field.tsx';
import {
  AddressChoices,
  matchingChoices,
  useOwnAddresses,
  type AddressChoice,
} from './address-choices.tsx';

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
  const { own = [], isLoading, error, retry } = useOwnAddresses();
  const isOwn = (address: string) => own.some((choice) => choice.address === address);
  const others = used
    .filter((address) => !isOwn(address))
    .map((address) => ({ address, name: '' }));
  const offered = (choices: readonly AddressChoice[]) =>
    matchingChoices(choices, typed).filter(({ address }) => address !== from);
  const [shownOwn, shownUsed] = [offered(own), offered(others)];
  const [first] = [...shownOwn, ...shownUsed];
  const choose = ({ address }: AddressChoice) => onChoose(address);
  return (
    <Dialog open title={t('send.recipients.title')} onClose={onClose}>
      <SearchField
        label={t('send.search')}
        placeholder={t('send.search')}
        value={typed}
        onInput={setTyped}
        onEnter={() => first && onChoose(first.address)}
      />
      {error && <ReadProblem error={error} onRetry={retry} />}
      <AddressChoices title={t('send.recipients.own')} choices={shownOwn} onChoose={choose} />
      <AddressChoices title={t('send.recipients.used')} choices={shownUsed} onChoose={choose} />
      <p class="help" role="status">
        {isLoading && t('app.loading')}
        {!isLoading && !first && t('send.recipients.none')}
      </p>
    </Dialog>
  );
}
