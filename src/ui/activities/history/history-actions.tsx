import { useEffect, useRef, useState } from 'preact/hooks';
import { readHistoryVerdict } from '../../../client/history-verdict.ts';
import type { HistoryChecked, HistoryFilter, HistoryVerdict } from '../../../protocol/history.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import { t, formatNumber } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { toReadError } from '../../components/errors.ts';
import { ErrorState, Progress } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import type { PageEffects } from '../../page/effects.ts';
import { useStore } from '../../page/store.ts';
import { fileNameOf } from '../../records/csv.ts';
import { AuditExport } from './audit-export.tsx';
import { csvOfHistory, readHistoryFile, readMatching, textOfHistoryFile } from './history-file.ts';
import { Banner } from '../../components/surfaces.tsx';

type Work = 'verify' | 'csv' | 'json';

/** Verifies the records, and saves them as files. */
export function HistoryActions({ filter }: { readonly filter: HistoryFilter }) {
  const { effects } = useStore();
  const { saveCsv, saveJson, saveText } = useSavedFiles(filter);
  const [busy, setBusy] = useState<Work | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [verdict, setVerdict] = useState<HistoryVerdict | undefined>(undefined);
  const verification = useVerification(effects);

  async function run(work: Work, act: () => Promise<void>): Promise<void> {
    setBusy(work);
    setError(undefined);
    await act()
      .catch((cause: unknown) => setError(toReadError(cause)))
      .finally(() => setBusy(undefined));
  }
  const verify = async () => {
    setVerdict(undefined);
    setVerdict(await verification.read());
  };
  const isBusy = busy !== undefined;
  return (
    <>
      <div class="cluster">
        <Button
          small
          icon="shield"
          busy={busy === 'verify'}
          disabled={isBusy}
          onClick={() => void run('verify', verify)}
        >
          {t('history.verify')}
        </Button>
        <Button small icon="down" disabled={isBusy} onClick={() => void run('csv', saveCsv)}>
          CSV
        </Button>
        <Button small icon="down" disabled={isBusy} onClick={() => void run('json', saveJson)}>
          JSON
        </Button>
        <AuditExport disabled={isBusy} onSave={saveText} />
      </div>
      {busy === 'verify' && (
        <div class="cluster">
          <Progress>{verification.text}</Progress>
          <Button small kind="quiet" onClick={verification.stop}>
            {t('app.cancel')}
          </Button>
        </div>
      )}
      {isBusy && busy !== 'verify' && <Progress>{t('history.exporting')}</Progress>}
      {error && <ErrorState error={error} />}
      {verdict && <HistoryVerdictBanner verdict={verdict} />}
    </>
  );
}

/** Saves what is shown as a table, and everything to be verified elsewhere. */
function useSavedFiles(filter: HistoryFilter) {
  const { client, saveFile, now } = useStore().effects;
  const save = (count: number, end: '.csv' | '.json', type: string, text: string) => {
    const name = fileNameOf('', t('app.place.history'), now()).replace(/\.csv$/, end);
    saveFile({ name, type, text });
    showToast(t('history.exported', { count, file: name }));
  };
  const saveCsv = async () => {
    const records = await readMatching(client, filter);
    save(records.length, '.csv', 'text/csv;charset=utf-8', csvOfHistory(records));
  };
  const saveText = (count: number, text: string) => save(count, '.json', 'application/json', text);
  const saveJson = async () => {
    const file = await readHistoryFile(client, now());
    saveText(file.records.length, textOfHistoryFile(file));
  };
  return { saveCsv, saveJson, saveText };
}

/** Verifies part by part, and says how far it is. Whoever leaves the screen stops it. */
function useVerification({ client, randomId }: Pick<PageEffects, 'client' | 'randomId'>) {
  const [checked, setChecked] = useState<HistoryChecked | undefined>(undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  return {
    text: checked
      ? t('history.verifiedPart', {
          number: formatNumber(checked.sequence),
          of: formatNumber(checked.last),
        })
      : t('history.verifying'),
    stop,
    read: (): Promise<HistoryVerdict | undefined> => {
      setChecked(undefined);
      running.current = new AbortController();
      return readHistoryVerdict(client, randomId(), setChecked, running.current.signal);
    },
  };
}

/** What a verification that found something wrong says, and its explanation. */
function faultTexts(verdict: Exclude<HistoryVerdict, { kind: 'whole' }>): readonly string[] {
  switch (verdict.kind) {
    case 'broken':
      return [
        t('history.broken', { number: formatNumber(verdict.sequence) }),
        t(`history.broken.${verdict.reason}`),
      ];
    case 'unsealed':
      return [
        t('history.unsealed', { number: formatNumber(verdict.sequence) }),
        t('history.unsealedText'),
      ];
    case 'behind': {
      const [known, last] = [formatNumber(verdict.known), formatNumber(verdict.last)];
      return [t('history.behind'), t('history.behindText', { known, last })];
    }
  }
}

/** What a verification found. */
function HistoryVerdictBanner({ verdict }: { readonly verdict: HistoryVerdict }) {
  if (verdict.kind === 'whole') {
    const { records, isMarked } = verdict;
    return (
      <Banner tone={isMarked ? 'good' : 'warn'} title={t('history.whole', { count: records })}>
        {t(isMarked ? 'history.wholeText' : 'history.unmarkedText')}
      </Banner>
    );
  }
  const [title = '', text = ''] = faultTexts(verdict);
  return (
    <Banner tone="danger" title={title}>
      <p>{text}</p>
      <p>{t('history.brokenWhat')}</p>
    </Banner>
  );
}
