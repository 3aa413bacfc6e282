import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComparisonQuestion, PublicKeyRefusal } from '../../client/device/device-code.ts';
import { toWire, type WireError } from '../../protocol/errors.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import { t } from '../i18n.ts';
import { ComparisonGroups } from '../components/comparison-groups.tsx';
import type { FieldIds } from '../components/field.tsx';
import { shorten } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { LinesInput, Select } from '../components/inputs.tsx';
import { errorText } from '../components/states.tsx';
import { isMembers } from '../../protocol/parse.ts';
import type { FormSession, OwnKeys } from './form-session.ts';
import { CameraButton } from './camera-button.tsx';
import { FileButton, FileDrop } from './file-drop.tsx';
import { KeyComparison, type KeyOrigin } from './key-comparison.tsx';
import type { QrFault } from './qr-image.ts';

/** Why there is no key yet. Each has a sentence of its own. */
type PublicKeyProblem =
  PublicKeyRefusal | QrFault | 'other_code' | 'other_organization' | 'registered' | 'not_same';

/**
 * A text that may be a secret leaves the page as soon as it is recognized, and a key that failed the
 * comparison has to be entered again.
 */
const WITHDRAWN: readonly PublicKeyProblem[] = [
  'private_key',
  'recovery_phrase',
  'maybe_private',
  'not_same',
];
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

/** A key that was read, and what to ask before it gets into the form. */
type ReadKey = {
  readonly publicKey: string;
  readonly curves: readonly string[];
  readonly question: ComparisonQuestion;
  /** It came without an organization: another program may have made it. */
  readonly isAlone: boolean;
};

type KeyText = { readonly text: string; readonly isImage: boolean; readonly curve: string };

async function readKey(
  { text, isImage, curve }: KeyText,
  { organizationId, randomBytes }: FormSession,
): Promise<ReadKey | PublicKeyProblem> {
  const { comparisonGroups, questionOf, readPublicKey } =
    await import('../../client/device/device-code.ts');
  const isEdwards = curve === `${CURVE_PREFIX}ED25519`;
  const reading = readPublicKey(text, isEdwards ? 'ED25519' : undefined);
  if (reading.kind === 'refused')
    return isImage && reading.reason === 'other' ? 'other_code' : reading.reason;
  const { publicKey, curves } = reading;
  const isAlone = reading.organizationId === null;
  if (organizationId === undefined) return 'other_organization';
  if (!isAlone && reading.organizationId !== organizationId.toLowerCase())
    return 'other_organization';
  const groups = await comparisonGroups({ organizationId, publicKey });
  return { publicKey, curves, isAlone, question: questionOf(groups, randomBytes) };
}

/** What stands in the field, and what became of it. */
function useEntry({ session, path, value }: Props) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<PublicKeyProblem | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<ReadKey | null>(null);
  const [origin, setOrigin] = useState<KeyOrigin | null>(null);
  /** What is read or found late counts only while nothing else was entered. */
  const entries = useRef(0);

  /** Empties the form's value for a new entry, or for none. */
  const restart = (text: string | null, reason: PublicKeyProblem | null = null): number => {
    if (text !== null) setTyped(text);
    setProblem(reason);
    setUnconfirmed(null);
    setOrigin(null);
    session.set(path, '');
    return ++entries.current;
  };

  const refuse = (reason: PublicKeyProblem) =>
    restart(WITHDRAWN.includes(reason) ? '' : null, reason);

  return {
    typed,
    setTyped,
    problem,
    unconfirmed,
    setUnconfirmed,
    origin,
    setOrigin,
    entries,
    restart,
    refuse,
  };
}

function usePublicKey(props: Props) {
  const { session, path, curvePath, curve, value } = props;
  const { setTyped, setUnconfirmed, setOrigin, entries, restart, refuse, ...entry } =
    useEntry(props);
  const { typed, problem, unconfirmed } = entry;

  const refuseRegistered = (publicKey: string, turn: number) =>
    void findRegistered(session, publicKey).then((isFound) => {
      if (isFound && entries.current === turn) refuse('registered');
    });

  const take = ({ publicKey, curves }: Pick<ReadKey, 'publicKey' | 'curves'>) => {
    setTyped(publicKey);
    const isChosen = curves.some((one) => CURVE_PREFIX + one === curve);
    if (!isChosen) session.set(curvePath, CURVE_PREFIX + (curves[0] ?? ''));
    session.set(path, publicKey);
  };

  async function read(text: string, turn: number, isImage = false): Promise<void> {
    const key = await readKey({ text, isImage, curve }, session);
    if (entries.current !== turn) return;
    if (typeof key === 'string') return void refuse(key);
    setUnconfirmed(key);
    refuseRegistered(key.publicKey, turn);
  }

  return {
    ...entry,
    takeOwn: (publicKey: string, curves: readonly string[]) => {
      refuseRegistered(publicKey, restart(publicKey));
      take({ publicKey, curves });
    },
    readImage: async (file: Blob | undefined): Promise<void> => {
      if (!file) return;
      const turn = restart('');
      const { readQrImage } = await import('./qr-image.ts');
      const image = await readQrImage(file);
      if (image.kind === 'text') await read(image.text, turn, true);
      else if (entries.current === turn) refuse(image.fault);
    },
    /** A code that was read: what isn't the right one says so as of a picture. */
    readCode: (text: string): undefined => void read(text, restart(''), true),
    input: (text: string) => {
      const turn = restart(text);
      if (text.trim().length >= READ_LENGTH) void read(text, turn);
    },
    leave: () => {
      if (typed.trim() !== '' && value === '' && !problem && !unconfirmed)
        void read(typed, ++entries.current);
    },
    /** Takes the key that was asked about, or refuses it; it has to be entered again then. */
    answer: (found: KeyOrigin | null) => {
      if (!unconfirmed) return;
      if (found === null) return void refuse('not_same');
      setUnconfirmed(null);
      setOrigin(found);
      take(unconfirmed);
    },
  };
}

/**
 * A public key: in hex, as the text or QR code that another device shows, or of a key of this browser.
 * What isn't one never gets into the form: it may be a secret. A key from elsewhere gets into it once
 * the user has compared it, or said that no other Keystamp shows digits for it.
 */
export function PublicKeyControl(props: Props) {
  const { ids, session, example, onLeave } = props;
  const key = usePublicKey(props);
  const readImage = (file: File | undefined) => void key.readImage(file);
  const { ownKeys } = session;
  return (
    <FileDrop onFile={readImage} takesPasted>
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
        <FileButton
          icon="qr"
          label={t('popup.publicKey.image')}
          accept="image/png,image/jpeg,image/webp"
          onFile={readImage}
        >
          {t('popup.publicKey.image')}
        </FileButton>
        <CameraButton onText={key.readCode} />
        {ownKeys && <OwnKeyPicker ownKeys={ownKeys} onKey={key.takeOwn} />}
      </div>
      <KeyAnswer {...props} entry={key} />
    </FileDrop>
  );
}

/** What became of the entry: a problem, the question, or a key that was taken. */
function KeyAnswer(props: Props & { readonly entry: ReturnType<typeof usePublicKey> }) {
  const { ids, session, value, entry } = props;
  const { organizationId } = session;
  return (
    <>
      <div role="alert">
        {entry.problem && (
          <p class="field-error">
            <Icon name="warn" size={14} />
            <span>{t(`popup.publicKey.${entry.problem}`)}</span>
          </p>
        )}
      </div>
      <div role="status">
        {entry.unconfirmed && <p class="help">{t('popup.publicKey.questionWhat')}</p>}
        {entry.origin === 'program' && <p class="help">{t('popup.publicKey.notCompared')}</p>}
      </div>
      {entry.unconfirmed && (
        <KeyComparison
          key={entry.unconfirmed.question.groups.join()}
          question={entry.unconfirmed.question}
          isAlone={entry.unconfirmed.isAlone}
          onAnswer={(origin) => {
            entry.answer(origin);
            // The question goes, and the focus was in it.
            document.getElementById(ids.id)?.focus();
          }}
        />
      )}
      {entry.origin === 'device' && organizationId !== undefined && (
        <ComparisonGroups organizationId={organizationId} publicKey={value} />
      )}
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
