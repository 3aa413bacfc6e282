import type { Change, ProfileFact, SettingFact } from '../../../protocol/backup.ts';
import { findText, formatList, t } from '../../i18n.ts';
import { shorten } from '../../components/format.ts';
import { visibleText } from '../../forms/visible.ts';
import { operationTitle } from '../../sites/grant-list.tsx';

type ChangedFact = ProfileFact | SettingFact;

/** The words of values that are names in our tables; any other value is shown as it is. */
const WORD_KEYS: Partial<Record<ChangedFact, string>> = {
  colour: 'app.colour',
  service: 'options.service',
  usual: 'authorization.rules.usual',
  otpGeneration: 'options.service.generation',
  theme: 'options.theme',
  contrast: 'options.contrast',
  locale: 'options.language',
};

const isLong: readonly ChangedFact[] = ['signer', 'otp', 'key', 'passkeys'];

function wordOf(fact: ChangedFact, value: string): string {
  const word = findText(`${WORD_KEYS[fact] ?? ''}.${value}`);
  if (word !== undefined) return word;
  if (fact === 'passkeyOnly') return operationTitle(value);
  if (fact === 'autoLockMinutes') return t('backup.look.minutes', { count: Number(value) });
  if (fact === 'retention') return t('options.record.days', { count: Number(value) });
  if (fact === 'notify') return t(value === 'true' ? 'popup.on' : 'popup.off');
  return visibleText(isLong.includes(fact) ? shorten(value) : value);
}

function valueText(fact: ChangedFact, values: readonly string[]): string {
  if (values.length > 0) return formatList(values.map((value) => wordOf(fact, value)));
  return t(fact === 'retention' ? 'backup.look.forever' : 'backup.look.none');
}

/** What a restore would change, one fact a line: what is here, and what the backup has. */
export function ChangeList({ changes }: { readonly changes: readonly Change<ChangedFact>[] }) {
  return (
    <ul class="look-changes">
      {changes.map(({ fact, here, inBackup }) => {
        const label = t(`backup.look.fact.${fact}`);
        const value = valueText(fact, inBackup);
        return (
          <li key={fact} class="row-detail break">
            {here === null
              ? t('backup.look.value', { label, value })
              : t('backup.look.change', { label, value, here: valueText(fact, here) })}
          </li>
        );
      })}
    </ul>
  );
}

/** Operations in words: what a site may ask for. */
export function operationsText(operations: readonly string[]): string {
  return formatList(operations.map((name) => visibleText(operationTitle(name))));
}
