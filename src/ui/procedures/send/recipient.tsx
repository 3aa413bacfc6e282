import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { SearchField } from '../../page/search-field.tsx';
import type { OwnerSearch } from '../../../client/address-owner.ts';
import type { Asset } from '../../../client/balances.ts';
import { findLookalike, warnOf, isUnguarded } from '../../../client/transfer.ts';
import { Banner } from '../../components/surfaces.tsx';
import { useRecords } from '../../records/object-state.ts';
import { textOf } from '../../records/record-members.ts';
import { readAddressCode } from '../../../client/address-code.ts';
import type { EvmChain } from '../../../protocol/enums.ts';
import { ETHEREUM_ADDRESS } from '../../../protocol/ethereum-address.ts';
import { IconButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { TextInput } from '../../components/inputs.tsx';
import { CameraButton } from '../../forms/camera-button.tsx';
import { OwnerBadge, useOwners } from '../../forms/address-owners.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import {
  AddressChoices,
  matchingChoices,
  useOwnAddresses,
  type AddressChoice,
} from './address-choices.tsx';
import type { SendDraft, SentBefore } from './send-form.ts';

/** The addresses that can be chosen: the organization's own, and those that something was sent to from here. */
function RecipientDialog(props: {
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

/** What to say of a recipient before anything is sent there. */
function RecipientWarning(props: {
  readonly to: string;
  readonly from: string;
  readonly used: readonly string[];
  readonly asset: Asset;
  readonly owner: OwnerSearch | undefined;
}) {
  const { to, from, used, asset, owner } = props;
  const accounts = useRecords().known.value.walletAccount;
  const known = [
    from,
    ...used,
    ...[...(accounts?.values() ?? [])].map((one) => textOf(one, 'address')),
  ];
  const isOwn = owner?.kind === 'own';
  const warning = warnOf(to, { from, contract: asset.contract, known, isOwn });
  switch (warning) {
    case undefined:
      return null;
    case 'lookalike':
      return (
        <Banner tone="danger" title={t('send.warn.lookalike')}>
          {t('send.warn.lookalike.text', { known: findLookalike(to, known) ?? '' })}
        </Banner>
      );
    case 'unused':
      // Whose it is comes first: until that is known, nothing can be said.
      return owner?.kind === 'searching' || owner === undefined ? null : (
        <Banner tone="info" title={t('send.warn.unused')}>
          {t('send.warn.unused.text')}
        </Banner>
      );
    case 'contract':
    case 'nobody':
    case 'self':
      return (
        <Banner tone={warning === 'self' ? 'warn' : 'danger'} title={t(`send.warn.${warning}`)}>
          {t(`send.warn.${warning}.text`)}
        </Banner>
      );
  }
}

/** The whole address in groups, whose it is, and whether a typo in it would go unnoticed. */
function RecipientNote(props: { readonly to: string; readonly owner: OwnerSearch | undefined }) {
  const { to, owner } = props;
  return (
    <>
      <VisibleText text={to} grouped />
      <OwnerBadge search={owner} />
      {isUnguarded(to) && <span> {t('popup.address.unchecked')}</span>}
    </>
  );
}

/** Takes the address of a code, or says in the reader's words why it can't be the recipient. */
function takeCode(
  text: string,
  chain: EvmChain,
  take: (address: string) => void,
): string | undefined {
  const code = readAddressCode(text, chain);
  if (code.kind !== 'address') return t(`camera.address.${code.kind}`);
  take(code.address);
  return undefined;
}

/** Whom it goes to: typed, chosen or read from a code, and what to say of them. */
export function RecipientField(props: {
  readonly draft: SendDraft;
  readonly from: string;
  readonly sent: readonly SentBefore[];
  readonly asset: Asset;
  readonly change: (next: Partial<SendDraft>) => void;
  readonly error: string | undefined;
}) {
  const { draft, from, sent, asset, change, error } = props;
  const [isChoosing, setChoosing] = useState(false);
  const to = draft.to.trim();
  const isAddress = ETHEREUM_ADDRESS.test(to);
  const owner = useOwners(useRecords(), isAddress ? [['to', to]] : []).found['to'];
  const used = [...new Set(sent.flatMap(({ recipients }) => recipients))];
  return (
    <>
      <Field
        label={t('send.to')}
        help={t('send.to.help')}
        error={error}
        note={isAddress && <RecipientNote to={to} owner={owner} />}
      >
        {(ids) => (
          <div class="send-input">
            <TextInput
              {...ids}
              mono
              value={draft.to}
              maxLength={200}
              onInput={(typed) => change({ to: typed })}
            />
            <IconButton
              name="search"
              label={t('send.to.choose')}
              onClick={() => setChoosing(true)}
            />
          </div>
        )}
      </Field>
      <CameraButton
        onText={(text) => takeCode(text, draft.chain, (address) => change({ to: address }))}
      />
      {isAddress && <RecipientWarning {...{ to, from, used, asset, owner }} />}
      {isChoosing && (
        <RecipientDialog
          {...{ from, used }}
          onClose={() => setChoosing(false)}
          onChoose={(address) => {
            change({ to: address });
            setChoosing(false);
          }}
        />
      )}
    </>
  );
}
