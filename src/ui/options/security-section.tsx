import { useState } from 'preact/hooks';
import { listed, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { SecretInput, TextInput } from '../kit/inputs.tsx';
import { ErrorState } from '../kit/states.tsx';
import { Banner, Card } from '../kit/surfaces.tsx';
import { toast } from '../kit/toasts.tsx';
import { NewPassword, useNewPassword } from './new-password.tsx';
import { Section } from './section.tsx';
import { change, useAppState, usePolicy, useStore, useTask } from './store.ts';
import { VaultPasskeysCard } from './unlock/vault-passkeys-card.tsx';
import { useVaultPasskeys, type VaultPasskeys } from './unlock/vault-passkeys.ts';
import { WipeDialog } from './wipe-dialog.tsx';

const LEAST = 1;
const MOST = 240;

/** Whole minutes within the bounds, or null. */
function minutesOf(text: string, most: number): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value >= LEAST && value <= most ? value : null;
}

/** Lock, auto-lock, unlock by passkey, password, wipe. */
export function SecuritySection() {
  const [wiping, setWiping] = useState(false);
  const passkeys = useVaultPasskeys();
  return (
    <Section title={t('options.section.security')}>
      <LockCard />
      <VaultPasskeysCard passkeys={passkeys} />
      <PasswordCard passkeys={passkeys} />
      <Card title={t('options.wipe.title')}>
        <p class="muted">{t('options.wipe.what')}</p>
        <div>
          <Button kind="danger" icon="trash" onClick={() => setWiping(true)}>
            {t('kit.unlock.wipe')}
          </Button>
        </div>
      </Card>
      <WipeDialog open={wiping} onClose={() => setWiping(false)} />
    </Section>
  );
}

function LockCard() {
  const store = useStore();
  const { settings } = useAppState();
  const task = useTask();
  const most = usePolicy().maxAutoLockMinutes ?? MOST;
  const present = Math.min(settings.autoLockMinutes, most);
  const [minutes, setMinutes] = useState(String(present));
  const value = minutesOf(minutes, most);
  const save = (autoLockMinutes: number) =>
    void task.run(async () => {
      await change(
        store,
        store.effects.client.call('settings_save', { ...settings, autoLockMinutes }),
      );
      toast(t('options.saved'), 'good');
    });
  const lock = () =>
    void task.run(() => change(store, store.effects.client.call('vault_lock', {})));
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
        <Minutes text={minutes} most={most} onInput={setMinutes} />
        {task.error && <ErrorState error={task.error} />}
        <div class="cluster">
          <Button submit busy={task.busy} disabled={value === null || value === present}>
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

function Minutes(props: {
  readonly text: string;
  readonly most: number;
  readonly onInput: (text: string) => void;
}) {
  const { text, most, onInput } = props;
  const wrong = minutesOf(text, most) === null;
  return (
    <Field
      label={t('options.lock.minutes')}
      help={<MinutesHelp />}
      error={wrong ? t('options.lock.minutesWrong', { least: LEAST, most }) : null}
    >
      {(ids) => (
        <span class="minutes">
          <TextInput {...ids} inputMode="numeric" maxLength={3} value={text} onInput={onInput} />
        </span>
      )}
    </Field>
  );
}

/** What else locks; what the organization set, and what comes back without it. */
function MinutesHelp() {
  const { autoLockMinutes: chosen } = useAppState().settings;
  const { maxAutoLockMinutes: longest } = usePolicy();
  return (
    <>
      {t('options.lock.minutesHelp')} {longest !== null && t('managed.lock', { count: longest })}{' '}
      {longest !== null && chosen > longest && t('managed.lockOwn', { count: chosen })}
    </>
  );
}

function PasswordCard({ passkeys }: { readonly passkeys: VaultPasskeys }) {
  const store = useStore();
  const task = useTask();
  const [old, setOld] = useState('');
  const [tried, setTried] = useState(false);
  const entry = useNewPassword();
  const enrolled = passkeys.enrolled ?? [];
  const wrong = task.error?.code === 'wrong_password';
  const oldError = wrong
    ? t('kit.unlock.wrong')
    : tried && old === ''
      ? t('options.password.oldMissing')
      : null;
  const submit = async () => {
    setTried(true);
    if (task.busy || !entry.accept() || old === '') return;
    const changed = await task.run(async () => {
      store.accept(await store.effects.passwords.change(old, entry.first));
    });
    setOld('');
    if (!changed) return;
    passkeys.ended(null);
    entry.clear();
    setTried(false);
    toast(t('options.password.changed'), 'good');
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
            names: listed(enrolled.map(({ name }) => name)),
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
        <NewPassword entry={entry} change />
        {task.error && !wrong && <ErrorState error={task.error} />}
        <div class="actions">
          <Button submit busy={task.busy}>
            {task.busy ? t('options.setup.deriving') : t('options.password.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
