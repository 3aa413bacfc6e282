import type { Row } from '../../../protocol/operation-row.ts';
import type { Option } from '../../components/inputs.tsx';
import { useEffect, useState } from 'preact/hooks';
import { PASSKEY_RULE_ROWS } from '../../../protocol/operations.ts';
import { STAMPER_KINDS } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Choices, Radios } from '../../components/choices.tsx';
import { Field } from '../../components/field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { showToast } from '../../components/toasts.tsx';
import { rowText } from '../../forms/words.ts';
import { usePolicy } from '../../page/store.ts';
import { useTask } from '../../components/task.ts';
import { useTabStore } from '../../page/tab-store.ts';
import { areRulesEqual, withGuarded, withRules, type RulesDraft } from './rules.ts';
import { updateProfile } from './update-profile.ts';

function rulesOf({ authorization: { usual, passkeyOnly } }: Profile): RulesDraft {
  const known = new Set(PASSKEY_RULE_ROWS.map(({ name }) => name));
  return { usual, passkeyOnly: passkeyOnly.filter((name) => known.has(name)) };
}

function optionOf(row: Row, isManaged: boolean): Option {
  return {
    value: row.name,
    label: rowText(row, 'title'),
    detail: isManaged ? t('app.managed.set') : rowText(row, 'about'),
    disabled: isManaged,
  };
}

/** The signing rules of a profile that has passkeys or rules about them. */
export function RulesCard({ profile }: { readonly profile: Profile }) {
  const store = useTabStore();
  const task = useTask();
  const stored = rulesOf(profile);
  const { passkeyOnly: managed } = usePolicy();
  const [draft, setDraft] = useState(stored);
  // Every new state is a new object, so only rules that differ replace the selection made here.
  useEffect(() => setDraft(stored), [`${stored.usual} ${stored.passkeyOnly.join()}`]);
  if (!profile.passkeys && stored.passkeyOnly.length + managed.length === 0) return null;
  const save = () =>
    void task.run(async () => {
      await updateProfile(store, profile.id, (current) => withRules(current, draft));
      showToast(t('authorization.rules.saved'), 'good');
    });
  // The profile doesn't store the organization's rules: they end when the organization lifts them.
  const withoutManaged = (names: readonly string[]) =>
    names.filter((name) => !managed.includes(name) || draft.passkeyOnly.includes(name));
  const hasBothMethods = profile.keyId !== null && profile.passkeys !== null;
  return (
    <Card title={t('authorization.rules.title')}>
      <p class="muted">{t('authorization.rules.what')}</p>
      {!profile.passkeys && <NoPasskeyNotice hasOwnRules={stored.passkeyOnly.length > 0} />}
      {profile.keyId === null && <p>{t('authorization.rules.noKey')}</p>}
      <div class="form">
        {hasBothMethods && <UsualMethodField draft={draft} onChange={setDraft} />}
        <Field label={t('authorization.rules.only')} help={t('authorization.rules.onlyHelp')} group>
          {(ids) => (
            <>
              <div>
                <Button icon="shield" small onClick={() => setDraft(withGuarded(draft))}>
                  {t('authorization.rules.preset')}
                </Button>
              </div>
              <Choices
                {...ids}
                values={[...new Set([...draft.passkeyOnly, ...managed])]}
                options={PASSKEY_RULE_ROWS.map((row) => optionOf(row, managed.includes(row.name)))}
                onChange={(names) => setDraft({ ...draft, passkeyOnly: withoutManaged(names) })}
              />
            </>
          )}
        </Field>
        {task.error && <ErrorState error={task.error} />}
        <div class="actions">
          <Button
            kind="primary"
            busy={task.busy}
            disabled={areRulesEqual(draft, stored)}
            onClick={save}
          >
            {t('authorization.rules.save')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Operations that nothing can stamp, because of the profile's own rules or the organization's. */
function NoPasskeyNotice({ hasOwnRules }: { readonly hasOwnRules: boolean }) {
  return (
    <Banner tone="warn" title={t('authorization.rules.noPasskey')} live={false}>
      {t(hasOwnRules ? 'authorization.rules.noPasskeyWhat' : 'managed.rulesNoPasskey')}
    </Banner>
  );
}

function UsualMethodField(props: {
  readonly draft: RulesDraft;
  readonly onChange: (draft: RulesDraft) => void;
}) {
  const { draft, onChange } = props;
  return (
    <Field label={t('authorization.rules.usual')} group>
      {(ids) => (
        <Radios
          {...ids}
          value={draft.usual}
          options={STAMPER_KINDS.map((value) => ({
            value,
            label: t(`authorization.rules.usual.${value}`),
            detail: t(`authorization.rules.usual.${value}What`),
          }))}
          onChange={(value) => onChange({ ...draft, usual: value === 'key' ? 'key' : 'passkey' })}
        />
      )}
    </Field>
  );
}
