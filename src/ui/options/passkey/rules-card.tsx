import type { Row } from '../../../protocol/operation.ts';
import type { Option } from '../../kit/inputs.tsx';
import { useEffect, useState } from 'preact/hooks';
import { RULED } from '../../../protocol/operations.ts';
import { METHODS } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { said, t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Choices, Radios } from '../../kit/choices.tsx';
import { Field } from '../../kit/field.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { Banner, Card } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { usePolicy, useStore, useTask } from '../store.ts';
import { sameRules, withGuarded, withRules, type RulesDraft } from './rules.ts';
import { changeProfile } from './saving.ts';

function draftOf({ authorization: { usual, passkeyOnly } }: Profile): RulesDraft {
  const known = new Set(RULED.map(({ name }) => name));
  return { usual, passkeyOnly: passkeyOnly.filter((name) => known.has(name)) };
}

function optionOf({ name, title, about }: Row, managed: boolean): Option {
  return {
    value: name,
    label: said(`op.${name}.title`) ?? title,
    detail: managed ? t('kit.managed.set') : (said(`op.${name}.about`) ?? about),
    disabled: managed,
  };
}

/** What stamps what, in a profile that has passkeys or rules about them. */
export function RulesCard({ profile }: { readonly profile: Profile }) {
  const store = useStore();
  const task = useTask();
  const stored = draftOf(profile);
  const { passkeyOnly: managed } = usePolicy();
  const [draft, setDraft] = useState(stored);
  // Every new state brings another object: only other rules than before replace what was chosen here.
  useEffect(() => setDraft(stored), [`${stored.usual} ${stored.passkeyOnly.join()}`]);
  if (!profile.passkeys && stored.passkeyOnly.length + managed.length === 0) return null;
  const save = () =>
    void task.run(async () => {
      await changeProfile(store, profile.id, (now) => withRules(now, draft));
      toast(t('authorization.rules.saved'), 'good');
    });
  // The organization's rules are not written into the profile: they go when it takes them back.
  const ownOf = (names: readonly string[]) =>
    names.filter((name) => !managed.includes(name) || draft.passkeyOnly.includes(name));
  const both = profile.keyId !== null && profile.passkeys !== null;
  return (
    <Card title={t('authorization.rules.title')}>
      <p class="muted">{t('authorization.rules.what')}</p>
      {!profile.passkeys && <NoPasskey own={stored.passkeyOnly.length > 0} />}
      {profile.keyId === null && <p>{t('authorization.rules.noKey')}</p>}
      <div class="form">
        {both && <Usual draft={draft} onChange={setDraft} />}
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
                options={RULED.map((row) => optionOf(row, managed.includes(row.name)))}
                onChange={(names) => setDraft({ ...draft, passkeyOnly: ownOf(names) })}
              />
            </>
          )}
        </Field>
        {task.error && <ErrorState error={task.error} />}
        <div class="actions">
          <Button
            kind="primary"
            busy={task.busy}
            disabled={sameRules(draft, stored)}
            onClick={save}
          >
            {t('authorization.rules.save')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Operations that nothing can stamp, by the profile's own rules or by the organization's alone. */
function NoPasskey({ own }: { readonly own: boolean }) {
  return (
    <Banner tone="warn" title={t('authorization.rules.noPasskey')} live={false}>
      {t(own ? 'authorization.rules.noPasskeyWhat' : 'managed.rulesNoPasskey')}
    </Banner>
  );
}

function Usual(props: {
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
          options={METHODS.map((value) => ({
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
