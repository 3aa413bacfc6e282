import { useRef, useState, useEffect } from 'preact/hooks';
import type { OpenedBackup, ReadBackup } from '../../../client/backup/backups.ts';
import { MAX_BACKUP_BYTES, type RestoreResult, type BackupLook } from '../../../protocol/backup.ts';
import { KeystampError } from '../../../protocol/errors.ts';
import { formatDateTime, t, formatList } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { FileInput, SecretInput } from '../../components/inputs.tsx';
import { errorText, ErrorState } from '../../components/states.tsx';
import { useTask } from '../../components/task.ts';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { LookView } from './look-view.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { readBaseUrl, type Profile } from '../../../protocol/profile.ts';
import type { TabEffects } from '../../page/effects.ts';
import { requestHostPermission } from '../host-permission.ts';
import { requestDomainPermission } from '../../procedures/passkey/domain.ts';
import { useBackups, PartLine, type PartProgress } from './backup-parts.tsx';

type Result = RestoreResult & { readonly records: number };

/** A file that the user chose, as far as it can be read without its password. */
function useBackupFile() {
  const backups = useBackups();
  const [file, setFile] = useState<ReadBackup | null>(null);
  const [error, setError] = useState<string | null>(null);
  const reading = useRef<Promise<ReadBackup | null>>(Promise.resolve(null));
  const readBytes = async (chosen: File): Promise<ReadBackup> => {
    // Its size is known before a byte of it is read.
    if (chosen.size > MAX_BACKUP_BYTES) throw new KeystampError('backup_too_large');
    return backups.read(new Uint8Array(await chosen.arrayBuffer()));
  };
  const read = (chosen: File | undefined) => {
    setFile(null);
    setError(null);
    const begun = chosen ? readBytes(chosen) : Promise.resolve(null);
    const ended = begun.catch((cause: unknown) => {
      const isOurs = cause instanceof KeystampError;
      if (reading.current === ended) {
        setError(isOurs ? errorText(cause) : t('backup.restore.fileUnread'));
      }
      return null;
    });
    reading.current = ended;
    // Another one may have been chosen meanwhile.
    void ended.then((found) => reading.current === ended && setFile(found));
  };
  return { file, error, read, whenRead: () => reading.current };
}

/** From a file to what was restored: file and password, then a look, then the result. */
export function RestoreFlow({ onDone }: { readonly onDone: () => void }) {
  const [opened, setOpened] = useState<OpenedBackup | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  if (opened && result) return <DoneView look={opened.look} result={result} onDone={onDone} />;
  if (opened)
    return <LookView opened={opened} onRestored={setResult} onBack={() => setOpened(null)} />;
  return <OpenForm onOpened={setOpened} />;
}

function useOpenForm(onOpened: (opened: OpenedBackup) => void) {
  const backups = useBackups();
  const chosen = useBackupFile();
  const [password, setPassword] = useState('');
  const [progress, setProgress] = useState<PartProgress>(null);
  const form = useForm(password !== '', async () => {
    // A large one may still be on its way.
    const file = await chosen.whenRead();
    if (!file) return;
    const opened = await backups
      .open(file, password, (done, parts) => setProgress({ part: done + 1, parts }))
      .finally(() => {
        setProgress(null);
        // Right or wrong, it stays in no field.
        setPassword('');
        form.reset();
      });
    onOpened(opened);
  });
  const { busy, error, tried } = form;
  const isWrong = error?.code === 'backup_password';
  const missing = tried && password === '' ? t('backup.restore.passwordMissing') : null;
  return {
    ...form,
    error: isWrong ? null : error,
    chosen,
    password,
    setPassword,
    progress,
    fileError:
      chosen.error ?? (tried && !busy && !chosen.file ? t('backup.restore.fileMissing') : null),
    passwordError: isWrong ? errorText(error) : missing,
  };
}

function OpenForm({ onOpened }: { readonly onOpened: (opened: OpenedBackup) => void }) {
  const form = useOpenForm(onOpened);
  const { chosen, busy, progress } = form;
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" submit busy={busy} disabled={chosen.error !== null}>
          {busy ? t('backup.restore.opening') : t('backup.restore.open')}
        </Button>
      }
    >
      <FileField form={form} />
      <Field
        label={t('backup.restore.password')}
        help={t('backup.restore.passwordHelp')}
        error={form.passwordError}
      >
        {(ids) => (
          <SecretInput
            {...ids}
            value={form.password}
            onInput={(text) => {
              form.clear();
              form.setPassword(text);
            }}
          />
        )}
      </Field>
      <PartLine progress={progress} text="backup.look.part" />
    </Form>
  );
}

function FileField({ form }: { readonly form: ReturnType<typeof useOpenForm> }) {
  const { chosen, fileError, clear } = form;
  const facts = chosen.file?.facts;
  return (
    <Field
      label={t('backup.restore.file')}
      help={
        facts
          ? t('backup.restore.made', { time: formatDateTime(facts.createdAt), version: facts.app })
          : t('backup.restore.fileHelp')
      }
      error={fileError}
    >
      {(ids) => (
        <FileInput
          {...ids}
          onFile={(file) => {
            clear();
            chosen.read(file);
          }}
        />
      )}
    </Field>
  );
}

/** What was restored, in words; without what is zero. */
function resultTexts({ profiles, keys, sites, grants, records, settings }: Result): string[] {
  return [
    profiles > 0 && t('backup.in.profiles', { count: profiles }),
    keys > 0 && t('backup.in.keys', { count: keys }),
    sites > 0 && t('backup.in.sites', { count: sites }),
    grants > 0 && t('options.site.grants', { count: grants }),
    records > 0 && t('backup.in.records', { count: records }),
    settings && t('backup.in.settings'),
  ].filter((text) => text !== false);
}

/** The result of a restore, and access to what restored profiles need. */
function DoneView(props: {
  readonly look: BackupLook;
  readonly result: Result;
  readonly onDone: () => void;
}) {
  const { look, result, onDone } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const texts = resultTexts(result);
  return (
    <div class="stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('backup.done.title')}
      </h2>
      <Banner
        tone="good"
        title={
          texts.length > 0
            ? t('backup.done.what', { what: formatList(texts) })
            : t('backup.done.nothing')
        }
      />
      {result.profiles > 0 && <AccessButtons look={look} />}
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          {t('app.done')}
        </Button>
      </div>
    </div>
  );
}

/** A browser lets an extension reach a host only after a click for that host. */
function AccessButtons({ look }: { readonly look: BackupLook }) {
  const { effects } = useTabStore();
  const { profiles } = useAppState();
  const task = useTask();
  const hosts = findRestoredHosts(look, profiles);
  if (hosts.length === 0) return null;
  return (
    <>
      <p class="muted">{t('backup.done.accessWhat')}</p>
      <div class="actions">
        {hosts.map(({ host, request }) => (
          <Button key={host} busy={task.busy} onClick={() => void task.run(() => request(effects))}>
            {t('backup.done.access', { host })}
          </Button>
        ))}
      </div>
      {task.error && <ErrorState error={task.error} />}
    </>
  );
}

/** A host that Keystamp must be allowed to reach. `request` asks the browser for it and no other. */
type RestoredHost = {
  readonly host: string;
  readonly request: (effects: TabEffects) => Promise<void>;
};

/**
 * The hosts of the services and passkeys of those profiles of a backup that are here, each once. Loopback
 * and Keystamp's own passkeys need no permission.
 */
export function findRestoredHosts(
  { profiles }: BackupLook,
  here: readonly Profile[],
): readonly RestoredHost[] {
  const hosts = new Map<string, RestoredHost>();
  for (const { passkeyDomain: domain } of profiles) {
    if (domain === null || domain === 'localhost') continue;
    if (here.some(({ passkeys }) => passkeys?.rpId === domain)) {
      hosts.set(domain, {
        host: domain,
        request: (effects) => requestDomainPermission(effects, domain),
      });
    }
  }
  for (const { baseUrl } of profiles) {
    const address = readBaseUrl(baseUrl);
    if (!address.ok || address.loopback) continue;
    const { host } = new URL(address.origin);
    if (here.some((one) => one.baseUrl === baseUrl)) {
      hosts.set(host, { host, request: (effects) => requestHostPermission(effects, baseUrl) });
    }
  }
  return [...hosts.values()];
}
