import { t } from '../i18n.ts';
import { Choices } from '../components/choices.tsx';
import type { FieldIds } from '../components/field.tsx';
import { accountsOf, CHAINS } from './accounts.ts';
import { choiceWord } from './words.ts';

/** Chains to choose, and the derivation paths that follow from them, before they are sent. */
export function AccountsControl(props: {
  readonly ids: FieldIds;
  readonly chains: readonly string[];
  readonly onChange: (chains: readonly string[]) => void;
}) {
  const accounts = accountsOf(props.chains);
  return (
    <div class="stack">
      <Choices
        {...props.ids}
        options={CHAINS.map((value) => ({ value, label: choiceWord(value) }))}
        values={props.chains}
        onChange={props.onChange}
      />
      {accounts.length > 0 && (
        <table class="table">
          <caption class="hidden">{t('popup.accounts.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('popup.accounts.chain')}</th>
              <th scope="col">{t('popup.accounts.path')}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <tr key={account.addressFormat}>
                <td>{choiceWord(account.addressFormat)}</td>
                <td class="mono">{account.path}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
