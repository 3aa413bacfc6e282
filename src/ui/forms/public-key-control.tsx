import { useEffect, useRef, useState } from 'preact/hooks';
import type { PublicKeyRefusal } from '../../client/device/device-code.ts';
import { toWire, type WireError } from '../../protocol/errors.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ComparisonGroups } from '../components/comparison-groups.tsx';
import type { FieldIds } from '../components/field.tsx';
import { joinClassNames, shorten } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { LinesInput, Select } from '../components/inputs.tsx';
import { errorText } from '../components/states.tsx';
import { isMembers } from './draft.ts';
import type { FormSession, OwnKeys } from './form-session.ts';
import type { QrFault } from './qr-image.ts';

/** Why there is no key yet. Each has a sentence of its own. */
export type PublicKeyProblem =
  PublicKeyRefusal | QrFault | 'other_code' | 'other_organization' | 'registered';

/** A text that may be a secret leaves the page as soon as it is recognized. */
const SECRETS: readonly PublicKeyProblem[] = ['private_key', 'recovery_phrase', 'maybe_private'];
/** From this length on, a text is read while it is typed: nobody types that much. */
const READ_LENGTH = 32;

type Props = {
  readonly ids: FieldIds;
  readonly session: FormSession;
  readonly path: string;
  /** The field of the key's curve. */
  readonly curvePath: string;
  readonly curve: string;
  readonly value: string;
  readonly example: string;
  readonly onLeave: () => void;
};

/** The part of a curve's name that the service adds before ours. */
const CURVE_PREFIX = 'API_KEY_CURVE_';

/** Whether the organization has the key already; false where its keys can't be read. */
async function findRegistered(session: FormSession, publicKey: string): Promise<boolean> {
  await session.load('apiKey');
  const records = [...(session.known.peek().apiKey?.values() ?? [])];
  return records.some(({ record: { credential } }) => {
    const known = isMembers(credential) ? credential['publicKey'] : undefined;
    return typeof known === 'string' && known.toLowerCase() === publicKey;
  });
}

function usePublicKey({ session, path, curvePath, curve, value }: Props) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<PublicKeyProblem | null>(null);
  const ownOrganization = session.organizationId;
  const accepted = useRef(value);

  const refuse = (reason: PublicKeyProblem) => {
    accepted.current = '';
    setProblem(reason);
    if (SECRETS.includes(reason)) setTyped('');
    session.set(path, '');
  };

  const accept = (publicKey: string, curves: readonly string[]) => {
    accepted.current = publicKey;
    setProblem(null);
    setTyped(publicKey);
    const isChosen = curves.some((one) => CURVE_PREFIX + one === curve);
    if (!isChosen) session.set(curvePath, CURVE_PREFIX + (curves[0] ?? ''));
    session.set(path, publicKey);
    void findRegistered(session, publicKey).then((isFound) => {
      if (isFound && accepted.current === publicKey) refuse('registered');
    });
  };

  async function read(text: string, isImage: boolean): Promise<void> {
    const { readPublicKey } = await import('../../client/device/device-code.ts');
    const isEdwards = curve === `${CURVE_PREFIX}ED25519`;
    const reading = readPublicKey(text, isEdwards ? 'ED25519' : undefined);
    if (reading.kind === 'refused') {
      return refuse(isImage && reading.reason === 'other' ? 'other_code' : reading.reason);
    }
    const { organizationId } = reading;
    if (organizationId !== null && organizationId !== ownOrganization?.toLowerCase())
      return refuse('other_organization');
    accept(reading.publicKey, reading.curves);
  }

  async function readImage(file: Blob | undefined): Promise<void> {
    if (!file) return;
    const { readQrImage } = await import('./qr-image.ts');
    const image = await readQrImage(file);
    if (image.kind === 'fault') refuse(image.fault);
    else await read(image.text, true);
  }

  return {
    typed,
    problem,
    accept,
    readImage,
    input: (text: string) => {
      accepted.current = '';
      setTyped(text);
      setProblem(null);
      session.set(path, '');
      if (text.trim().length >= READ_LENGTH) void read(text, false);
    },
    leave: () => {
      if (typed.trim() !== '' && value === '' && !problem) void read(typed, false);
    },
  };
}

/**
 * A public key: in hex, as the text or QR code that another device shows, or of a key of this browser.
 * What isn't one never gets into the form: it may be a secret. A key is shown with the digits to
 * compare.
 */
export function PublicKeyControl(props: Props) {
  const { ids, session, value, example, onLeave } = props;
  const key = usePublicKey(props);
  const [isDragging, setDragging] = useState(false);
  const { organizationId, ownKeys } = session;
  return (
    <div
      class={joinClassNames('drop', isDragging && 'over')}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        void key.readImage(event.dataTransfer?.files[0]);
      }}
      onPaste={(event) => {
        const [file] = event.clipboardData?.files ?? [];
        if (!file) return;
        event.preventDefault();
        void key.readImage(file);
      }}
    >
      <LinesInput
        {...ids}
        mono
        rows={3}
        value={key.typed}
        placeholder={example}
        onInput={key.input}
        onBlur={() => {
          key.leave();
          onLeave();
        }}
      />
      <div class="drop-line">
        <ImageButton onFile={(file) => void key.readImage(file)} />
        {ownKeys && <OwnKeyPicker ownKeys={ownKeys} onKey={key.accept} />}
      </div>
      <div role="alert">
        {key.problem && (
          <p class="field-error">
            <Icon name="warn" size={14} />
            <span>{t(`popup.publicKey.${key.problem}`)}</span>
          </p>
        )}
      </div>
      {value !== '' && organizationId !== undefined && (
        <ComparisonGroups organizationId={organizationId} publicKey={value} />
      )}
    </div>
  );
}

function ImageButton({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('popup.publicKey.image')}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // The same file again is another try.
          event.currentTarget.value = '';
        }}
      />
      <Button small icon="qr" onClick={() => input.current?.click()}>
        {t('popup.publicKey.image')}
      </Button>
    </>
  );
}

const NEW_KEY = 'new';

/** A key of the vault that no profile uses yet, or a new one. Its private key stays there. */
function OwnKeyPicker(props: {
  readonly ownKeys: OwnKeys;
  readonly onKey: (publicKey: string, curves: readonly string[]) => void;
}) {
  const { ownKeys, onKey } = props;
  const [keys, setKeys] = useState<readonly KeyView[] | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  useEffect(() => {
    ownKeys.list().then(setKeys, () => setKeys([]));
  }, []);
  const unused = keys?.filter(({ usedBy }) => usedBy.length === 0) ?? [];
  const pick = async (id: string) => {
    setError(null);
    try {
      const found = unused.find((key) => key.id === id);
      const key = found ?? (await ownKeys.create());
      if (!found) setKeys([...(keys ?? []), key]);
      onKey(key.publicKey, [key.curve]);
    } catch (cause) {
      setError(toWire(cause));
    }
  };
  return (
    <>
      <Select
        value=""
        disabled={!keys}
        blank={t('popup.publicKey.own')}
        aria-label={t('popup.publicKey.own')}
        options={[
          { value: NEW_KEY, label: t('popup.publicKey.ownNew') },
          ...unused.map(({ id, name, publicKey }) => ({
            value: id,
            label: `${name} · ${shorten(publicKey)}`,
          })),
        ]}
        onChange={(id) => id !== '' && void pick(id)}
      />
      {error && <p class="field-error">{errorText(error)}</p>}
    </>
  );
}
