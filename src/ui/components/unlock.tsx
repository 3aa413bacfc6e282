import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { VaultChallenge } from '../../messaging/calls.ts';
import { toWire } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { clockNow } from './clock.ts';
import { Field } from './field.tsx';
import { Form } from './form.tsx';
import { SecretInput } from './inputs.tsx';
import { PasskeyUnlockButton, type PasskeyUnlockOption } from './passkey-unlock.tsx';
import { Logo } from './logo.tsx';
import { usePageTitle } from './page-title.ts';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';
import { useTask } from './task.ts';

/** A countdown of whole seconds until `until`; 0 once it has passed. */
export function useCountdown(until: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((until - clockNow()) / 1000));
  const [seconds, setSeconds] = useState(secondsLeft);
  useEffect(() => {
    setSeconds(secondsLeft());
    const timer = setInterval(() => setSeconds(secondsLeft()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

type UnlockProps = {
  /** Unlocks, or rejects with a `KeystampError`: `wrong_password`, `backoff` with `waitMs`, … */
  readonly unlock: (password: string) => Promise<unknown>;
  /** What can unlock the vault, and the wait before a password; called when the screen appears. */
  readonly challenge: () => Promise<Pick<VaultChallenge, 'waitMs' | 'passkeys'>>;
  readonly passkey?: PasskeyUnlockOption | undefined;
  /** The user forgot the password; told whether a passkey unlocks as well. Without it nothing is offered. */
  readonly onForgot?: ((hasPasskey: boolean) => void) | undefined;
};

function useUnlock(props: UnlockProps) {
  const [password, setPassword] = useState('');
  const { busy, error, run } = useTask();
  const [until, setUntil] = useState(0);
  const [tries, setTries] = useState(0);
  const [offered, setOffered] = useState(false);
  const wait = useCountdown(until);
  const next = () => setTries((count) => count + 1);
  const loadChallenge = async () => {
    try {
      const { waitMs, passkeys } = await props.challenge();
      setUntil(clockNow() + waitMs);
      setOffered(passkeys.length > 0 && (await props.passkey?.supported()) === true);
    } catch {
      // The attempt itself reports what's wrong; countdown and passkey are optional.
    }
  };
  useEffect(() => void loadChallenge(), []);
  const submit = async () => {
    if (busy || wait > 0 || password === '') return;
    await run(async () => {
      try {
        await props.unlock(password);
      } catch (cause) {
        const waitMs = toWire(cause).detail?.waitMs;
        if (waitMs) setUntil(clockNow() + waitMs);
        else void loadChallenge();
        throw cause;
      } finally {
        // Cleared together with the result, so that a user who keeps typing loses nothing.
        setPassword('');
        next();
      }
    });
  };
  return { password, setPassword, busy, error, wait, tries, next, submit, offered };
}

/** A screen in place of the page, while the vault can't be shown. */
export function GateScreen(props: {
  readonly title: string;
  /** What it says of the vault. */
  readonly notice?: string;
  readonly children: ComponentChildren;
}) {
  usePageTitle(props.title);
  return (
    <div class="unlock" data-notice={props.notice}>
      <Logo size={64} />
      <h1>{props.title}</h1>
      {props.children}
    </div>
  );
}

/** The screen of a locked vault: the password unlocks it. */
export function UnlockScreen(props: UnlockProps) {
  return (
    <GateScreen title={t('app.unlock.title')}>
      <UnlockForm
        {...props}
        action={t('app.unlock.action')}
        passkeyAction={t('app.unlock.passkey')}
      />
    </GateScreen>
  );
}

/**
 * The password, and a passkey button if the vault has a passkey and this page can ask for it. After
 * wrong passwords, a countdown shows the wait.
 */
export function UnlockForm(
  props: UnlockProps & { readonly action: string; readonly passkeyAction: string },
) {
  const { passkey, action, passkeyAction, onForgot } = props;
  const form = useUnlock(props);
  const offeredPasskey = form.offered ? passkey : undefined;
  const isPasskeyFirst = offeredPasskey?.placement === 'first';
  const button = offeredPasskey && (
    <PasskeyUnlockButton option={offeredPasskey} label={passkeyAction} onFailed={form.next} />
  );
  const separator = <p class="unlock-or">{t('app.unlock.or')}</p>;
  return (
    <>
      {isPasskeyFirst && button}
      {isPasskeyFirst && separator}
      <PasswordForm form={form} action={action} primary={!isPasskeyFirst} />
      {!isPasskeyFirst && offeredPasskey && separator}
      {!isPasskeyFirst && button}
      {onForgot && (
        <Button kind="quiet" small onClick={() => onForgot(form.offered)}>
          {t('app.unlock.forgot')}
        </Button>
      )}
    </>
  );
}

function PasswordForm(props: {
  readonly form: ReturnType<typeof useUnlock>;
  readonly action: string;
  readonly primary: boolean;
}) {
  const { password, setPassword, busy, error, wait, tries, submit } = props.form;
  const wrongPasswordText = error?.code === 'wrong_password' ? t('app.unlock.wrong') : null;
  const otherError =
    error && error.code !== 'wrong_password' && error.code !== 'backoff' ? error : null;
  const waitText = wait > 0 && (
    <>
      {t('app.unlock.wait', { count: wait })} {t('app.unlock.waitWhy')}
    </>
  );
  return (
    <Form class="unlock-form" form={{ submit }}>
      <Field label={t('app.unlock.password')} error={wrongPasswordText} help={waitText}>
        {(ids) => (
          // A new input after each attempt takes the focus back from the button.
          <SecretInput key={tries} {...ids} value={password} onInput={setPassword} focus />
        )}
      </Field>
      <Button
        kind={props.primary ? 'primary' : 'plain'}
        submit
        wide
        busy={busy}
        disabled={wait > 0}
      >
        {busy ? t('app.unlock.deriving') : props.action}
      </Button>
      {otherError && <ErrorState error={otherError} />}
    </Form>
  );
}

/**
 * Says plainly that what is stored was made by an unreleased version, and how to start afresh. Nothing
 * is deleted without the user.
 */
export function UnreleasedVault(props: { readonly onWipe: () => void }) {
  return (
    <GateScreen title={t('app.unlock.unreleasedTitle')}>
      <Banner tone="danger" title={t('app.unlock.unreleasedWhat')}>
        <p>{t('app.unlock.unreleasedDo')}</p>
        <p>{t('app.unlock.unreleasedOther')}</p>
      </Banner>
      <Button kind="danger" wide onClick={props.onWipe}>
        {t('app.unlock.wipe')}
      </Button>
    </GateScreen>
  );
}

/** Says plainly that the vault is damaged and what the user can do. Never shows setup instead. */
export function DamagedVault(props: {
  readonly onReload: () => void;
  readonly onWipe: () => void;
}) {
  return (
    <GateScreen title={t('app.unlock.damagedTitle')}>
      <Banner tone="danger" title={t('app.unlock.damagedWhat')}>
        <p>{t('app.unlock.damagedDo')}</p>
      </Banner>
      <Button kind="primary" wide icon="refresh" onClick={props.onReload}>
        {t('app.unlock.reload')}
      </Button>
      <Button kind="danger" wide onClick={props.onWipe}>
        {t('app.unlock.wipe')}
      </Button>
    </GateScreen>
  );
}
