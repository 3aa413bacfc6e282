import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { Banner } from '../components/surfaces.tsx';
import { useTask } from '../components/task.ts';
import { useStore } from '../page/store.ts';

/** The same in every language: the worker accepts only this text. */
const CONFIRMATION_TEXT = 'wipe everything';

const LOST = ['lostKeys', 'lostProfiles', 'lostSites', 'lostHistory'] as const;
const KEPT = ['keptService', 'keptDevice', 'keptBackup'] as const;

/** Why somebody wipes: they forgot the password, with a passkey that still unlocks or without; or another reason. */
export type WipeReason = 'forgotten' | 'forgotten-passkey' | 'other';

/**
 * Says what a wipe loses and what it doesn’t, asks the user to type the words, wipes, and leads to the
 * set-up, a backup first.
 */
export function WipeDialog(props: { readonly reason: WipeReason; readonly onClose: () => void }) {
  const { reason, onClose } = props;
  const { effects, accept, go } = useStore();
  const task = useTask();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === CONFIRMATION_TEXT;
  const wipe = async () => {
    if (!isConfirmed) return;
    const isWiped = await task.run(async () =>
      accept(await effects.client.call('vault_wipe', { confirm: CONFIRMATION_TEXT })),
    );
    if (!isWiped) return;
    onClose();
    go({ screen: 'setup', service: null, isRestoring: true });
  };
  return (
    <ConfirmDialog
      {...task}
      title={t(reason === 'other' ? 'wipe.do' : 'wipe.forgotten')}
      action={t('wipe.do')}
      disabled={!isConfirmed}
      onClose={onClose}
      onConfirm={wipe}
    >
      {reason !== 'other' && <p>{t('wipe.forgottenWhat')}</p>}
      {reason === 'forgotten-passkey' && <Banner live={false} title={t('wipe.passkey')} />}
      <WipeFacts title={t('wipe.lost')} facts={LOST.map((fact) => t(`wipe.${fact}`))} />
      <WipeFacts title={t('wipe.kept')} facts={KEPT.map((fact) => t(`wipe.${fact}`))} />
      <p>{t('wipe.next')}</p>
      <Field label={t('wipe.type', { words: CONFIRMATION_TEXT })}>
        {(ids) => <TextInput {...ids} value={typed} onInput={setTyped} maxLength={40} />}
      </Field>
    </ConfirmDialog>
  );
}

function WipeFacts({
  title,
  facts,
}: {
  readonly title: string;
  readonly facts: readonly string[];
}) {
  return (
    <div>
      <p>{title}</p>
      <ul class="bullets">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}
