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
import { Section } from '../settings/section.tsx';
import { acceptAnswer, useAppState, useTabStore, useTask } from '../page/tab-store.ts';
import { usePolicy } from '../page/store.ts';
import { VaultPasskeysCard } from './vault-passkeys-card.tsx';
import { useVaultPasskeys, type VaultPasskeys } from './vault-passkeys.ts';
import { WipeDialog } from './wipe-dialog.tsx';

const MIN_MINUTES = 1;
const MAX_MINUTES = 240;

/** Whole minutes within the limits, or null. */
function readMinutes(text: string, maxMinutes: number): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value >= MIN_MINUTES && value <= maxMinutes ? value : null;
}

/** Lock, auto-lock, unlock by passkey, password, wipe. */
export function SecuritySection() {
  const [isWiping, setIsWiping] = useState(false);
  const passkeys = useVaultPasskeys();
  return (
    <Section title={t('app.section.security')}>
      <LockCard />
      <VaultPasskeysCard passkeys={passkeys} />
      <PasswordCard passkeys={passkeys} />
      <RecordCard />
      <Card title={t('options.wipe.title')}>
        <p class="muted">{t('options.wipe.what')}</p>
        <div>
          <Button kind="danger" icon="trash" onClick={() => setIsWiping(true)}>
            {t('app.unlock.wipe')}
          </Button>
        </div>
      </Card>
      <WipeDialog open={isWiping} onClose={() => setIsWiping(false)} />
    </Section>
  );
}

function LockCard() {
  const store = useTabStore();
  const { settings } = useAppState();
  const task = useTask();
  const maxMinutes = usePolicy().maxAutoLockMinutes ?? MAX_MINUTES;
  const current = Math.min(settings.autoLockMinutes, maxMinutes);
  const [minutes, setMinutes] = useState(String(current));
  const value = readMinutes(minutes, maxMinutes);
  const save = (autoLockMinutes: number) =>
    void task.run(async () => {
      await acceptAnswer(
        store,
        store.effects.client.call('settings_save', { ...settings, autoLockMinutes }),
      );
      showToast(t('options.saved'), 'good');
    });
  const lock = () =>
    void task.run(() => acceptAnswer(store, store.effects.client.call('vault_lock', {})));
  return (
    <Card title={t('options.lock.title')}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (value !== null) save(value);
        }}
      >
        <MinutesField text={minutes} maxMinutes={maxMinutes} onInput={setMinutes} />
        {task.error && <ErrorState error={task.error} />}
        <div class="cluster">
          <Button submit busy={task.busy} disabled={value === null || value === current}>
            {t('options.save')}
          </Button>
          <Button icon="lock" onClick={lock}>
            {t('options.lock.now')}
          </Button>
        </div>
      </form>
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
  const task = useTask();
  const [old, setOld] = useState('');
  const [tried, setTried] = useState(false);
  const newPassword = useNewPassword();
  const enrolled = passkeys.enrolled ?? [];
  const isWrong = task.error?.code === 'wrong_password';
  const oldError = isWrong
    ? t('app.unlock.wrong')
    : tried && old === ''
      ? t('options.password.oldMissing')
      : null;
  const submit = async () => {
    setTried(true);
    if (task.busy || !newPassword.validate() || old === '') return;
    const isChanged = await task.run(async () => {
      store.accept(await store.effects.passwords.change(old, newPassword.first));
    });
    setOld('');
    if (!isChanged) return;
    passkeys.onVaultKeyChanged(null);
    newPassword.clear();
    setTried(false);
    showToast(t('options.password.changed'), 'good');
  };
  return (
    <Card title={t('options.password.title')}>
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
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={t('options.password.old')} error={oldError}>
          {(ids) => <SecretInput {...ids} value={old} onInput={setOld} />}
        </Field>
        <NewPasswordFields form={newPassword} replaces />
        {task.error && !isWrong && <ErrorState error={task.error} />}
        <div class="actions">
          <Button submit busy={task.busy}>
            {task.busy ? t('options.setup.deriving') : t('options.password.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
