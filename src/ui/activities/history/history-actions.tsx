import { useState } from 'preact/hooks';
import type { HistoryFilter, HistoryVerdict } from '../../../protocol/history.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import { t, formatNumber } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { toReadError } from '../../components/errors.ts';
import { ErrorState, Progress } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import { useStore } from '../../page/store.ts';
import { fileNameOf } from '../../records/csv.ts';
import { csvOfHistory, readHistoryFile, readMatching, textOfHistoryFile } from './history-file.ts';
import { Banner } from '../../components/surfaces.tsx';

type Work = 'verify' | 'csv' | 'json';

/** Verifies the records, and saves them as files. */
export function HistoryActions({ filter }: { readonly filter: HistoryFilter }) {
  const { effects } = useStore();
  const { client, saveFile, now } = effects;
  const [busy, setBusy] = useState<Work | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [verdict, setVerdict] = useState<HistoryVerdict | undefined>(undefined);

  async function run(work: Work, act: () => Promise<void>): Promise<void> {
    setBusy(work);
    setError(undefined);
    await act()
      .catch((cause: unknown) => setError(toReadError(cause)))
      .finally(() => setBusy(undefined));
  }
  const verify = async () => {
    setVerdict(undefined);
    setVerdict(await client.call('history_verify', {}));
  };
  const save = (count: number, end: '.csv' | '.json', type: string, text: string) => {
    const name = fileNameOf('', t('app.place.history'), now()).replace(/\.csv$/, end);
    saveFile({ name, type, text });
    showToast(t('history.exported', { count, file: name }));
  };
  const saveCsv = async () => {
    const records = await readMatching(client, filter);
    save(records.length, '.csv', 'text/csv;charset=utf-8', csvOfHistory(records));
  };
  const saveJson = async () => {
    const file = await readHistoryFile(client, now());
    save(file.records.length, '.json', 'application/json', textOfHistoryFile(file));
  };
  const isBusy = busy !== undefined;
  return (
    <>
      <div class="history-actions">
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
      </div>
      {isBusy && (
        <Progress>{t(busy === 'verify' ? 'history.verifying' : 'history.exporting')}</Progress>
      )}
      {error && <ErrorState error={error} />}
      {verdict && <HistoryVerdictBanner verdict={verdict} />}
    </>
  );
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
