import { useEffect, useRef, useState } from 'preact/hooks';
import {
  openKeystore,
  type KeystoreFault,
  type KeystoreFile,
} from '../../../client/import/keystore.ts';
import { startKdfWorker, type KdfPort } from '../../../client/password.ts';
import { sealableKeystoreKey, type SealableKey } from '../../../client/import/sealable-key.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SecretInput } from '../../components/inputs.tsx';
import { errorText } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { keyOf } from '../../components/typed-text.ts';
import { findText, t } from '../../i18n.ts';
import type { ImportFlow } from './import-flow.ts';
import type { KeystorePaste } from './pasted-key.ts';

/**
 * A keystore file that was pasted or chosen: its password, and how far opening it is; or why it
 * isn't opened. Use the paste as key, so that nothing of one file is left at the next.
 */
export function KeystoreNotice(props: {
  readonly flow: ImportFlow;
  readonly paste: KeystorePaste;
  /** The user wants to go on, without having opened it. */
  readonly tried: boolean;
}) {
  const { flow, paste, tried } = props;
  const { reading } = paste;
  if (!reading.ok) {
    return (
      <Banner tone="danger" title={t('import.refused.title')}>
        <p>{faultText(reading.fault)}</p>
        <p class="muted">{t('import.refused.sent')}</p>
      </Banner>
    );
  }
  return (
    <Banner tone="info" title={t('import.keystore.title')}>
      <KeystoreForm
        keystore={reading.keystore}
        tried={tried}
        onOpen={(key) => flow.holdKeystore(paste, key)}
      />
    </Banner>
  );
}

type FormProps = {
  readonly keystore: KeystoreFile;
  readonly tried: boolean;
  readonly onOpen: (key: SealableKey) => void;
};

/** Opens the file in a Worker of its own, which ends with the form or when cancelled. */
function useOpening({ keystore, onOpen }: FormProps) {
  const [password, setPassword] = useState('');
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpening, setIsOpening] = useState(false);
  const port = useRef<KdfPort | null>(null);
  const end = (): void => {
    port.current?.end();
    port.current = null;
  };
  const stop = (): void => {
    end();
    setIsOpening(false);
    setProgress(null);
  };
  useEffect(() => end, []);
  const open = async (): Promise<void> => {
    if (port.current) return;
    setProblem(password === '' ? t('import.keystore.missing') : null);
    if (password === '') return;
    setIsOpening(true);
    const own = startKdfWorker();
    port.current = own;
    try {
      const key = sealableKeystoreKey(await openKeystore(keystore, password, own, setProgress));
      // Cancelled in the moment it was ready.
      if (port.current === own) onOpen(key);
      else key.wipe();
    } catch (error) {
      if (port.current === own) setProblem(problemText(toWire(error)));
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

function KeystoreForm(props: FormProps) {
  const { password, type, progress, problem, isOpening, open, stop } = useOpening(props);
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
      <Field
        label={t('import.keystore.password')}
        error={problem ?? (props.tried && !isOpening ? t('import.keystore.first') : null)}
      >
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
        {isOpening && <Button onClick={stop}>{t('app.cancel')}</Button>}
      </div>
    </div>
  );
}

/** Errors that have another reason here than elsewhere. */
const problemText = (error: WireError): string =>
  findText(`import.keystore.problem.${error.code}`) ?? errorText(error);

function faultText(fault: KeystoreFault): string {
  const count = fault.kind === 'memory' ? fault.mebibytes : 0;
  return t(`import.keystore.fault.${fault.kind}`, { count });
}
