import { useState } from 'preact/hooks';
import type { DerivedAccount } from '../../../client/import/sealable-phrase.ts';
import { t } from '../../i18n.ts';
import { AddressLine } from '../../components/address-line.tsx';
import { Form } from '../../components/form.tsx';
import { Card } from '../../components/surfaces.tsx';
import { FormFields } from '../../forms/form-fields.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { ProfileChoice, StepActions } from './name-step.tsx';
import type { PhraseFlow } from './phrase-flow.ts';

/** The wallet's name and accounts, with the address of each as it is derived here. */
export function AccountsStep({ flow }: { readonly flow: PhraseFlow }) {
  const [tried, setTried] = useState(false);
  const form = flow.form.value;
  const accounts = flow.derived.value;
  const isEmpty = accounts.length === 0;
  const isFaulty = accounts.some((account) => account?.fault !== undefined);
  const submit = (): void => {
    setTried(true);
    if (!form.submit() || isEmpty || isFaulty) return;
    flow.step.value = 'review';
    void flow.identify();
  };
  return (
    <Form form={{ submit }} actions={<StepActions onBack={() => (flow.step.value = 'phrase')} />}>
      <Card>
        <FormFields key={flow.profile.value.id} session={form} />
        <ProfileChoice flow={flow} />
      </Card>
      <Card title={t('import.review.addresses')}>
        <p class="muted">{t('phrase.addresses.what')}</p>
        <DerivedAccounts accounts={accounts} />
        <p class="field-error" role="status">
          {tried && isEmpty && t('phrase.accounts.missing')}
        </p>
      </Card>
    </Form>
  );
}

/** Each account with its path and address, or why it has none. */
export function DerivedAccounts(props: { readonly accounts: readonly (DerivedAccount | null)[] }) {
  return (
    <ul class="proof-lines">
      {props.accounts.map((account, at) => (
        <li key={at}>{account && <AccountLine account={account} />}</li>
      ))}
    </ul>
  );
}

function AccountLine({ account }: { readonly account: DerivedAccount }) {
  const { addressFormat, path } = account;
  const pathText = (
    <p class="help mono">
      <VisibleText text={path} />
    </p>
  );
  if (account.fault !== undefined) {
    return (
      <div class="field-error" data-fault={account.fault}>
        {pathText}
        <p>{t(`phrase.account.${account.fault}`)}</p>
      </div>
    );
  }
  return (
    <AddressLine format={addressFormat} address={account.address}>
      {pathText}
    </AddressLine>
  );
}
