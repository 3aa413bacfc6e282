import { useEffect, useState } from 'preact/hooks';
import type { ApiPublicKey, ListedApiKey } from '../../client/api-key-import.ts';
import type { KeyView } from '../../protocol/app-state.ts';
import { addWords, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { suggestKeyName } from '../components/key-name.ts';
import { FileInput, SecretInput, Select, TextInput } from '../components/inputs.tsx';
import { errorText } from '../components/states.tsx';
import { findNameError, NameField, nameOf } from '../forms/name-field.tsx';
import { KeyChoice } from './key-choice.tsx';
import { Form, useForm } from '../components/form.tsx';
import { useTabStore } from '../page/tab-store.ts';

type Curve = KeyView['curve'];
const CURVES: readonly Curve[] = ['P256', 'SECP256K1', 'ED25519'];
/** A larger file isn't a key file. */
const MAX_FILE_BYTES = 4096;

function isTaken(name: string, keys: readonly KeyView[]): boolean {
  return keys.some((key) => key.name === nameOf(name));
}

const isFree = (name: string, keys: readonly KeyView[]): boolean =>
  findNameError(name) === null && !isTaken(name, keys);

/** A taken name is refused while it's typed, any other fault on submitting. */
function KeyName(props: {
  readonly name: string;
  readonly keys: readonly KeyView[];
  readonly onInput: (name: string) => void;
  readonly tried: boolean;
}) {
  const { name, keys, tried } = props;
  const taken = isTaken(name, keys) ? findText('reason.key_name_taken') : undefined;
  return (
    <NameField
      label={t('options.key.name')}
      help={t('options.key.nameHelp')}
      error={taken ?? (tried ? findNameError(name) : null)}
      value={name}
      onInput={props.onInput}
    />
  );
}

type KeyFormProps = {
  /** The keys that are there already; a new one gets another name. */
  readonly keys: readonly KeyView[];
  readonly onKey: (key: KeyView) => void;
};

/** Creates a key inside the extension; its private key never leaves it. */
export function CreateKeyForm({ keys, onKey }: KeyFormProps) {
  const { effects } = useTabStore();
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? suggestKeyName(keys);
  const form = useForm(isFree(name, keys), async () =>
    onKey(await effects.client.call('keys_create', { name: nameOf(name) })),
  );
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" submit busy={form.busy} icon="key">
          {t('options.key.create')}
        </Button>
      }
    >
      <p class="muted">{t('options.key.createWhat')}</p>
      <KeyName {...{ name, keys }} tried={form.tried} onInput={setTyped} />
    </Form>
  );
}

function useKeyFile(onText: (text: string) => void) {
  const [file, setFile] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const read = async (selected: File | undefined) => {
    setError(null);
    setFile(null);
    if (!selected) return;
    if (selected.size > MAX_FILE_BYTES) {
      setError(t('options.key.fileTooLarge'));
      return;
    }
    onText((await selected.text()).trim());
    setFile(selected.name);
  };
  return { file, error, read, clear: () => setFile(null) };
}

/** Reading a key needs curve arithmetic that nothing else on the page uses. */
const loadImport = () => import('../../client/api-key-import.ts');

/** The keys of a text, and which of them is meant. */
function useListedKeys(text: string) {
  const [listed, setListed] = useState<readonly ListedApiKey[]>([]);
  const [entry, setEntry] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setListed([]);
    setEntry(null);
    const list = async () => {
      const [{ listApiKeys }, { importWords }] = await Promise.all([
        loadImport(),
        import('../words/en/import.ts'),
      ]);
      addWords(importWords);
      if (isCurrent) setListed(listApiKeys(text));
    };
    if (text !== '') void list();
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const keys = listed.length > 1 ? listed : [];
  const chosen = keys.length > 0 ? keys.find((key) => key.entry === entry) : listed[0];
  const isCurveOpen = chosen?.refused === undefined && (chosen?.publicKeys.length ?? 0) > 1;
  return { keys, entry, setEntry, isCurveOpen };
}

function useImportForm({ keys, onKey }: KeyFormProps) {
  const { effects } = useTabStore();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const [curve, setCurve] = useState<Curve>('P256');
  const choice = useListedKeys(text);
  const form = useForm(isFree(name, keys) && text !== '', async () => {
    const { importApiKey: importKey, listApiKeys } = await loadImport();
    // The choice is there by now, or in a moment.
    if (choice.entry === null && listApiKeys(text).length > 1) return;
    const key = await importKey(effects.client, {
      name: nameOf(name),
      text,
      curve: choice.isCurveOpen ? curve : null,
      entry: choice.entry,
      publicKey: publicKey.trim() || null,
    });
    setText('');
    onKey(key);
  });
  return {
    ...form,
    name,
    setName,
    text,
    setText,
    publicKey,
    setPublicKey,
    curve,
    setCurve,
    choice,
  };
}

/** Imports a key that is pasted into a secret input or read from a key file. */
export function ImportKeyForm(props: KeyFormProps) {
  const form = useImportForm(props);
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" submit busy={form.busy} icon="import">
          {t('options.key.bring')}
        </Button>
      }
    >
      <p class="muted">{t('options.key.bringWhat')}</p>
      <KeyName name={form.name} keys={props.keys} onInput={form.setName} tried={form.tried} />
      <SecretFields form={form} />
      <PublicKeyChoice form={form} />
      <CompareFields form={form} />
    </Form>
  );
}

type ImportFormProps = { readonly form: ReturnType<typeof useImportForm> };

function SecretFields({ form }: ImportFormProps) {
  const file = useKeyFile(form.setText);
  const missing = form.tried && form.text === '' ? t('options.key.textMissing') : null;
  return (
    <>
      <Field label={t('options.key.text')} help={t('options.key.textHelp')} error={missing}>
        {(ids) => (
          <SecretInput
            {...ids}
            value={form.text}
            maxLength={4096}
            joinLines
            onInput={(text) => {
              file.clear();
              form.setText(text);
            }}
          />
        )}
      </Field>
      <Field label={t('options.key.file')} optional error={file.error}>
        {(ids) => (
          <>
            <FileInput {...ids} onFile={(chosen) => void file.read(chosen)} />
            {file.file && (
              <span class="help">{t('options.key.fileRead', { name: file.file })}</span>
            )}
          </>
        )}
      </Field>
    </>
  );
}

/** Which of several keys is meant, by the public key of each. */
function PublicKeyChoice({ form }: ImportFormProps) {
  const { keys, entry, setEntry } = form.choice;
  if (keys.length === 0) return null;
  return (
    <KeyChoice
      entry={entry}
      tried={form.tried}
      onEntry={setEntry}
      keys={keys.map((key) => ({
        ...key,
        detail: key.refused ? errorText(key.refused) : key.publicKeys.map(publicKeyText).join('\n'),
        isRefused: key.refused !== undefined,
      }))}
    />
  );
}

const publicKeyText = ({ curve, publicKey }: ApiPublicKey): string =>
  t('options.key.publicOn', { curve: t(`options.curve.${curve}`), publicKey });

function CompareFields({ form }: ImportFormProps) {
  return (
    <>
      {form.choice.isCurveOpen && (
        <Field label={t('options.key.curve')} help={t('options.key.curveHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={form.curve}
              options={CURVES.map((value) => ({ value, label: t(`options.curve.${value}`) }))}
              onChange={(value) => form.setCurve(CURVES.find((curve) => curve === value) ?? 'P256')}
            />
          )}
        </Field>
      )}
      <Field label={t('options.key.public')} optional help={t('options.key.publicHelp')}>
        {(ids) => (
          <TextInput
            {...ids}
            mono
            value={form.publicKey}
            onInput={form.setPublicKey}
            maxLength={200}
          />
        )}
      </Field>
    </>
  );
}
