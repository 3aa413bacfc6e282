import { useState } from 'preact/hooks';
import { formatList, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { SecretInput, TextInput } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner, Card } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { RecordCard } from '../settings/record-card.tsx';
import { TabPage } from '../page/tab-page.tsx';
import { Form, useForm } from '../components/form.tsx';
import { acceptAnswer, useAppState, useTabStore } from '../page/tab-store.ts';
import { useWipe } from '../page/shell.tsx';
import { usePolicy } from '../page/store.ts';
import { VaultPasskeysCard } from './vault-passkeys-card.tsx';
import { useVaultPasskeys, type VaultPasskeys } from './vault-passkeys.ts';

const MIN_MINUTES = 1;
const MAX_MINUTES = 240;

/** Whole minutes within the limits, or null. */
function readMinutes(text: string, maxMinutes: number): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value >= MIN_MINUTES && value <= maxMinutes ? value : null;
}

/** Lock, auto-lock, unlock by passkey, password, wipe. */
export function SecuritySection() {
  const wipe = useWipe();
  const passkeys = useVaultPasskeys();
  return (
    <TabPage title={t('app.section.security')}>
      <LockCard />
      <VaultPasskeysCard passkeys={passkeys} />
      <PasswordCard passkeys={passkeys} />
      <RecordCard />
      <Card title={t('options.wipe.title')}>
        <p class="muted">{t('options.wipe.what')}</p>
        <div>
          <Button kind="danger" icon="trash" onClick={() => wipe.ask('other')}>
            {t('app.unlock.wipe')}
          </Button>
        </div>
      </Card>
      {wipe.dialog}
    </TabPage>
  );
}

function LockCard() {
  const store = useTabStore();
  const { settings } = useAppState();
  const maxMinutes = usePolicy().maxAutoLockMinutes ?? MAX_MINUTES;
  const current = Math.min(settings.autoLockMinutes, maxMinutes);
  const [minutes, setMinutes] = useState(String(current));
  const value = readMinutes(minutes, maxMinutes);
  const { client } = store.effects;
  const form = useForm(value !== null, async () => {
    const autoLockMinutes = value ?? current;
    await acceptAnswer(store, client.call('settings_save', { ...settings, autoLockMinutes }));
    showToast(t('options.saved'), 'good');
  });
  const lock = () => void form.run(() => acceptAnswer(store, client.call('vault_lock', {})));
  return (
    <Card title={t('options.lock.title')}>
      <Form
        form={form}
        actions={
          <>
            <Button submit busy={form.busy} disabled={value === null || value === current}>
              {t('options.save')}
            </Button>
            <Button icon="lock" onClick={lock}>
              {t('popup.lock')}
            </Button>
          </>
        }
      >
        <MinutesField text={minutes} maxMinutes={maxMinutes} onInput={setMinutes} />
      </Form>
    </Card>
  );
}

function MinutesField(props: {
  readonly text: string;
  readonly maxMinutes: number;
  readonly onInput: (text: string) => void;
}) {
  const { text, maxMinutes, onInput } = props;
  const isWrong = readMinutes(text, maxMinutes) === null;
  return (
    <Field
      label={t('options.lock.minutes')}
      help={<MinutesHelp />}
      error={
        isWrong ? t('options.lock.minutesWrong', { least: MIN_MINUTES, most: maxMinutes }) : null
      }
    >
      {(ids) => (
        <span class="minutes">
          <TextInput {...ids} inputMode="numeric" maxLength={3} value={text} onInput={onInput} />
        </span>
      )}
    </Field>
  );
}

/** When Keystamp locks, the organization's limit, and the user's own value under that limit. */
function MinutesHelp() {
  const { autoLockMinutes: chosen } = useAppState().settings;
  const { maxAutoLockMinutes: managedMax } = usePolicy();
  return (
    <>
      {t('options.lock.minutesHelp')}{' '}
      {managedMax !== null && t('managed.lock', { count: managedMax })}{' '}
      {managedMax !== null && chosen > managedMax && t('managed.lockOwn', { count: chosen })}
    </>
  );
}

function PasswordCard({ passkeys }: { readonly passkeys: VaultPasskeys }) {
  const store = useTabStore();
  const [old, setOld] = useState('');
  const newPassword = useNewPassword();
  const enrolled = passkeys.enrolled ?? [];
  const form = useForm(newPassword.isValid && old !== '', async () => {
    const changing = store.effects.passwords.change(old, newPassword.first);
    store.accept(await changing.finally(() => setOld('')));
    passkeys.onVaultKeyChanged(null);
    newPassword.clear();
    form.reset();
    showToast(t('options.password.changed'), 'good');
  });
  const { busy, error, tried } = form;
  const isWrong = error?.code === 'wrong_password';
  const oldError = isWrong
    ? t('app.unlock.wrong')
    : tried && old === ''
      ? t('options.password.oldMissing')
      : null;
  return (
    <Card title={t('options.password.change')}>
      <p class="muted">{t('options.password.what')}</p>
      {enrolled.length > 0 && (
        <Banner
          tone="warn"
          live={false}
          title={t('unlock.passwordEnds', {
            count: enrolled.length,
            names: formatList(enrolled.map(({ name }) => name)),
          })}
        />
      )}
      <Form
        form={form}
        error={error && !isWrong && <ErrorState error={error} />}
        actions={
          <Button submit busy={busy}>
            {busy ? t('options.setup.deriving') : t('options.password.change')}
          </Button>
        }
      >
        <Field label={t('options.password.old')} error={oldError}>
          {(ids) => <SecretInput {...ids} value={old} onInput={setOld} />}
        </Field>
        <NewPasswordFields password={newPassword} tried={tried} replaces />
      </Form>
    </Card>
  );
}
