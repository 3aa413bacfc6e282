import { useState } from 'preact/hooks';
import { formatDateTime, t, formatList } from '../../i18n.ts';
import { Banner, Card } from '../../components/surfaces.tsx';
import { TabPage } from '../../page/tab-page.tsx';
import { acceptAnswer, useTabStore } from '../../page/tab-store.ts';
import { RestoreFlow } from './restore-flow.tsx';
import { readHistoryVerdict } from '../../../client/history-verdict.ts';
import type { BackupCounts } from '../../../protocol/backup.ts';
import { Button } from '../../components/button.tsx';
import { Radios } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { NewPasswordFields, useNewPassword } from '../../vault/new-password.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useLatest } from '../../components/use-reading.ts';
import { useBackups, PartLine, type PartProgress } from './backup-parts.tsx';

/** When the backup of a restore that was stopped was made; null if there is none. */
function useUnfinished(round: number): number | null {
  const { effects } = useTabStore();
  // Without an answer there is nothing to say: the restore itself says what is wrong.
  return useLatest(() => effects.client.call('backup_unfinished', {}), [round], 'keeps') ?? null;
}

/** Making a backup and restoring one. */
export function BackupSection() {
  const [round, setRound] = useState(0);
  const unfinished = useUnfinished(round);
  return (
    <TabPage title={t('app.section.backup')}>
      {unfinished !== null && (
        <Banner tone="warn" title={t('backup.restore.unfinished')}>
          <p>{t('backup.restore.unfinishedWhat', { time: formatDateTime(unfinished) })}</p>
        </Banner>
      )}
      <MakeCard />
      <Card title={t('options.setup.restore')}>
        <p class="muted">{t('backup.restore.what')}</p>
        <RestoreFlow key={round} onDone={() => setRound(round + 1)} />
      </Card>
    </TabPage>
  );
}

/** `keystamp-2026-11-25-1530.keystamp`, by this computer's clock. */
function backupFileName(now: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const at = new Date(now);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `keystamp-${day}-${two(at.getHours())}${two(at.getMinutes())}.keystamp`;
}

/** How much of what is in a backup, in words. */
function countsText(counts: BackupCounts, withKeys: boolean): string {
  const { profiles, keys, sites, grants, records } = counts;
  return formatList([
    t('backup.in.profiles', { count: profiles }),
    withKeys ? t('backup.in.keys', { count: keys }) : t('backup.in.noKeys'),
    t('backup.in.sites', { count: sites }),
    t('options.site.grants', { count: grants }),
    t('backup.in.records', { count: records }),
    t('backup.in.settings'),
  ]);
}

type Made = {
  readonly file: string;
  readonly counts: BackupCounts;
  readonly withKeys: boolean;
  readonly isHistoryWhole: boolean;
};

function useMake() {
  const store = useTabStore();
  const { effects } = store;
  const backups = useBackups();
  const [progress, setProgress] = useState<PartProgress>(null);
  const [made, setMade] = useState<Made | null>(null);
  const make = async (password: string, withKeys: boolean) => {
    setMade(null);
    const verdict = await readHistoryVerdict(effects.client, effects.randomId());
    const { text, counts, holds } = await backups
      .make(password, withKeys, (done, parts) => setProgress({ part: done + 1, parts }))
      .finally(() => setProgress(null));
    const file = backupFileName(effects.now());
    effects.saveFile({ name: file, type: 'application/octet-stream', text });
    await acceptAnswer(store, effects.client.call('backup_saved', holds));
    setMade({ file, counts, withKeys, isHistoryWhole: verdict?.kind === 'whole' });
  };
  return { make, progress, made };
}

/** Equals: the user says which. */
const CONTENTS = ['full', 'plain'] as const;
type BackupContents = (typeof CONTENTS)[number];

/** Makes a backup, under a password of its own. */
function MakeCard() {
  const password = useNewPassword();
  const { make, progress, made } = useMake();
  const [contents, setContents] = useState<BackupContents | null>(null);
  const form = useForm(password.isValid && contents !== null, async () => {
    await make(password.first, contents === 'full');
    password.clear();
    form.reset();
  });
  return (
    <Card title={t('backup.make.title')}>
      <p class="muted">
        {t('backup.make.what')} {t('backup.make.notIn')}
      </p>
      <Form
        form={form}
        actions={
          <Button kind="primary" submit busy={form.busy} icon="down">
            {form.busy ? t('backup.make.busy') : t('backup.make.do')}
          </Button>
        }
      >
        <Field
          label={t('backup.make.contents')}
          error={form.tried && contents === null ? t('backup.make.contentsMissing') : null}
          group
        >
          {(ids) => (
            <Radios
              {...ids}
              value={contents ?? ''}
              onChange={(value) => setContents(CONTENTS.find((one) => one === value) ?? null)}
              options={CONTENTS.map((value) => ({
                value,
                label: t(`backup.make.${value}`),
                detail: t(`backup.make.${value}What`),
              }))}
            />
          )}
        </Field>
        {contents === 'full' && <Banner tone="warn" title={t('backup.make.keysWarning')} />}
        <p class="help">{t('backup.make.passwordHelp')}</p>
        <NewPasswordFields password={password} tried={form.tried} />
        <PartLine progress={progress} text="backup.make.part" />
      </Form>
      {made && <MadeBanner made={made} />}
    </Card>
  );
}

function MadeBanner({ made }: { readonly made: Made }) {
  const { file, counts, withKeys, isHistoryWhole } = made;
  return (
    <Banner tone={isHistoryWhole ? 'good' : 'warn'} title={t('backup.make.done')}>
      <p class="break">{t('backup.make.saved', { file })}</p>
      <p>{countsText(counts, withKeys)}</p>
      {!isHistoryWhole && <p>{t('backup.make.history')}</p>}
    </Banner>
  );
}
