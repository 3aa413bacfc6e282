import {
  PROFILE_CHOICES,
  type BackupLook,
  type BackupProfile,
  type ProfileChoice,
} from '../../../protocol/backup.ts';
import { t } from '../../i18n.ts';
import { Select } from '../../components/inputs.tsx';
import { Badge, FactLine, ProfileMark, type Tone } from '../../components/surfaces.tsx';
import { shorten } from '../../components/format.ts';
import { ChangeList } from './change-list.tsx';
import { choiceOf, withProfileChoice, type RestoreDraft } from './restore-draft.ts';

export type ChoiceProps = {
  readonly look: BackupLook;
  readonly draft: RestoreDraft;
  readonly onChange: (draft: RestoreDraft) => void;
};

const TONES: Readonly<Record<BackupProfile['state'], Tone>> = {
  new: 'good',
  same: 'neutral',
  differs: 'warn',
};

/** Whether something is here already. */
export function BackupStateBadge({ state }: { readonly state: BackupProfile['state'] }) {
  return <Badge tone={TONES[state]}>{t(`backup.look.state.${state}`)}</Badge>;
}

const OPTIONS: Readonly<Record<BackupProfile['state'], readonly ProfileChoice[]>> = {
  new: ['add', 'leave'],
  differs: ['leave', 'both', 'replace'],
  same: [],
};

/** The profiles of a backup, each with what to do with it. */
export function ProfileChoices(props: ChoiceProps) {
  const { profiles } = props.look;
  return (
    <section class="look-part stack-near">
      <h3>{t('popup.profiles.title')}</h3>
      {profiles.length === 0 && <p class="muted">{t('backup.look.noProfiles')}</p>}
      <ul class="look-list">
        {profiles.map((one) => (
          <ProfileRow key={one.id} one={one} {...props} />
        ))}
      </ul>
    </section>
  );
}

function ProfileRow({ one, draft, onChange }: ChoiceProps & { readonly one: BackupProfile }) {
  const { id, name, state } = one;
  const options = OPTIONS[state].map((value) => ({
    value,
    disabled: value !== 'leave' && !one.allowed,
    label: t(
      value === 'leave' && state === 'differs' ? 'backup.choice.keep' : `backup.choice.${value}`,
    ),
  }));
  return (
    <li class="look-row">
      <ProfileMark colour={one.colour} large />
      <span class="row-text look-text">
        <span class="row-title">
          <bdi>{name}</bdi> <BackupStateBadge state={state} />
        </span>
        <ProfileFacts one={one} />
      </span>
      {options.length > 0 && (
        <Select
          aria-label={t('backup.choice.label', { name })}
          value={choiceOf(draft, id)}
          options={options}
          onChange={(value) => {
            const choice = PROFILE_CHOICES.find((each) => each === value) ?? 'leave';
            onChange(withProfileChoice(draft, id, choice));
          }}
        />
      )}
    </li>
  );
}

function ProfileFacts({ one }: { readonly one: BackupProfile }) {
  const { name, nameHere, key, state } = one;
  return (
    <>
      <span class="row-detail break">
        <FactLine facts={[one.baseUrl, shorten(one.organizationId)]} />
      </span>
      {key !== null && state !== 'same' && (
        <span class="row-detail">{t(`backup.look.key.${key}`)}</span>
      )}
      {nameHere !== null && nameHere !== name && (
        <span class="row-detail">{t('backup.look.called', { name: nameHere })}</span>
      )}
      {state === 'differs' && <ChangeList changes={one.changes} />}
      {state === 'new' && (
        <details class="more">
          <summary>{t('backup.look.everything')}</summary>
          <ChangeList changes={one.changes} />
        </details>
      )}
      <ProfileWarnings one={one} />
    </>
  );
}

/** What a person should think about before they restore a profile. */
function ProfileWarnings({ one }: { readonly one: BackupProfile }) {
  const { trustWarning, keyElsewhere, allowed } = one;
  return (
    <>
      {!allowed && <span class="field-error">{t('backup.look.managed')}</span>}
      {trustWarning && <span class="field-error">{t(`backup.look.trust.${trustWarning}`)}</span>}
      {keyElsewhere !== null && (
        <span class="field-error">
          {t('backup.look.keyElsewhere', { key: keyElsewhere, url: one.baseUrl })}
        </span>
      )}
    </>
  );
}
