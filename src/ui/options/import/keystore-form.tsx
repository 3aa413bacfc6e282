import { useEffect, useRef, useState } from 'preact/hooks';
import { openKeystore, readKeystore, type KeystoreFault } from '../../../client/import/keystore.ts';
import { startKdfWorker, type KdfPort } from '../../../client/password.ts';
import { sealableKeystoreKey } from '../../../client/import/sealable-key.ts';
import { toWire } from '../../../protocol/errors.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SecretInput } from '../../components/inputs.tsx';
import { errorText } from '../../components/states.tsx';
import { keyOf } from '../../components/typed-text.ts';
import { t } from '../../i18n.ts';
import type { ImportFlow } from './import-flow.ts';

/** Opens the file in a Worker of its own, which ends with the form or when cancelled. */
function useOpening(flow: ImportFlow) {
  const [password, setPassword] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const port = useRef<KdfPort | null>(null);
  const stop = (): void => {
    port.current?.end();
    port.current = null;
    setIsOpening(false);
    setProgress(null);
  };
  // Another text or page: what was begun for this one ends.
  useEffect(
    () => () => {
      port.current?.end();
      port.current = null;
    },
    [],
  );
  const open = async (): Promise<void> => {
    if (isOpening) return;
    setProblem(password === '' ? t('import.keystore.missing') : null);
    if (password === '') return;
    const text = await flow.sourceText();
    const file = readKeystore(text);
    if (typeof file === 'string') return setProblem(faultText(file));
    setIsOpening(true);
    const own = startKdfWorker();
    port.current = own;
    try {
      const key = sealableKeystoreKey(await openKeystore(file, password, own, setProgress));
      // Cancelled in the moment it was ready, or another text was pasted.
      const isCurrent = text === (await flow.sourceText()) && port.current === own;
      if (!isCurrent) return key.wipe();
      flow.holdKeystore(key);
    } catch (error) {
      const { code } = toWire(error);
      setProblem(code === 'wrong_password' ? t('import.keystore.wrong') : errorText(toWire(error)));
    } finally {
      if (port.current === own) stop();
    }
  };
  const type = (text: string): void => {
    setPassword(text);
    setProblem(null);
  };
  return { password, type, progress, problem, isOpening, open, stop };
}

/** The password of a keystore file that was pasted or chosen, and how far opening it is. */
export function KeystoreForm({ flow }: { readonly flow: ImportFlow }) {
  const { password, type, progress, problem, isOpening, open, stop } = useOpening(flow);
  return (
    <div
      class="stack"
      onKeyDown={(event) => {
        // The form around it would go on to the next step.
        if (keyOf(event) !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void open();
      }}
    >
      <Field label={t('import.keystore.password')} error={problem}>
        {(ids) => (
          <SecretInput
            {...ids}
            value={password}
            maxLength={1024}
            disabled={isOpening}
            onInput={type}
          />
        )}
      </Field>
      {isOpening && (
        <div class="cluster">
          <progress
            aria-label={t('import.keystore.opening')}
            {...(progress === null ? {} : { value: progress })}
          />
          <span class="muted">{t('import.keystore.opening')}</span>
        </div>
      )}
      <div class="cluster">
        <Button busy={isOpening} onClick={() => void open()}>
          {t('import.keystore.open')}
        </Button>
        {isOpening && <Button onClick={stop}>{t('import.keystore.cancel')}</Button>}
      </div>
    </div>
  );
}

function faultText(fault: KeystoreFault): string {
  return t(`import.keystore.fault.${fault}`);
}
