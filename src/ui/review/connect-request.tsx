import { useState } from 'preact/hooks';
import type { RequestedConnection } from '../../protocol/pending-request.ts';
import { allowsProfile, type ManagedPolicy } from '../../protocol/managed-policy.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { sortProfiles } from '../components/profile-facts.tsx';
import { Button } from '../components/button.tsx';
import { Choices } from '../components/choices.tsx';
import { Field } from '../components/field.tsx';
import { shorten } from '../components/format.ts';
import { Select, type Option } from '../components/inputs.tsx';
import { Banner } from '../components/surfaces.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { rowText } from '../forms/words.ts';
import { Approval } from './approval.tsx';
import type { QueueEffects } from '../page/effects.ts';
import type { RequestProps } from './operation-request.tsx';

/** The requested operations that exist and that pages may have at all, in the table's words. */
export function requestedRows({ operations }: RequestedConnection): readonly Row[] {
  return [...new Set(operations)].flatMap((name) => {
    const row = rowOf(name);
    return row && row.pageAccess !== 'never' ? [row] : [];
  });
}

function optionOf(row: Row): Option {
  const title = { value: row.name, label: rowText(row, 'title') };
  return row.pageAccess === 'ask' ? { ...title, detail: t('confirm.alwaysAsks') } : title;
}

function profileOption(profile: Profile, policy: ManagedPolicy): Option {
  const { id, name, known, organizationId } = profile;
  const organization = visibleText(known?.organizationName || shorten(organizationId));
  const names = { profile: visibleText(name), organization };
  return allowsProfile(policy, profile)
    ? { value: id, label: t('confirm.profileOption', names) }
    : { value: id, label: t('confirm.profileOptionManaged', names), disabled: true };
}

function Reason({ text }: { readonly text: string }) {
  return (
    <figure class="reason">
      <figcaption class="help">{t('confirm.reason')}</figcaption>
      <blockquote class="long-text" tabIndex={0}>
        <VisibleText text={text} />
      </blockquote>
    </figure>
  );
}

/** The organization that the site gets to know. */
function ConnectProfileChoice(props: {
  readonly profiles: readonly Profile[];
  readonly value: string | undefined;
  readonly effects: QueueEffects;
  readonly policy: ManagedPolicy;
  readonly onChange: (id: string) => void;
}) {
  const { profiles, value, effects, policy, onChange } = props;
  if (value === undefined) {
    const hasNone = profiles.length === 0;
    const add = () => void effects.openPage();
    return (
      <Banner
        tone="warn"
        title={t(hasNone ? 'popup.noProfile.title' : 'confirm.managedProfiles')}
        action={<Button onClick={add}>{t('popup.noProfile.action')}</Button>}
      >
        <p>{t(hasNone ? 'confirm.needProfileText' : 'confirm.managedProfilesText')}</p>
      </Banner>
    );
  }
  return (
    <Field label={t('popup.review.profile')} help={t('confirm.profileHelp')}>
      {(ids) => (
        <Select
          {...ids}
          options={profiles.map((profile) => profileOption(profile, policy))}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** A site that wants to connect: with which organization, and what it may request. */
export function ConnectRequest(
  props: RequestProps<RequestedConnection> & {
    readonly activeProfileId: string | null;
    readonly policy: ManagedPolicy;
  },
) {
  const { queue, effects, profiles, item, requested, policy } = props;
  const ordered = sortProfiles(profiles);
  const rows = requestedRows(requested);
  const [chosenId, setChosenId] = useState(props.activeProfileId ?? '');
  const [operations, setOperations] = useState<readonly string[]>(() =>
    rows.map((profile) => profile.name),
  );
  const allowed = ordered.filter((profile) => allowsProfile(policy, profile));
  const profileId = allowed.find((profile) => profile.id === chosenId)?.id ?? allowed[0]?.id;
  const isComplete = profileId !== undefined && operations.length > 0;
  return (
    <>
      <div class="asks">
        <p class="summary">{t('confirm.connects')}</p>
        <p class="muted">{t('confirm.connectText')}</p>
      </div>
      {requested.reason !== null && requested.reason !== '' && <Reason text={requested.reason} />}
      <ConnectProfileChoice
        profiles={ordered}
        value={profileId}
        effects={effects}
        policy={policy}
        onChange={setChosenId}
      />
      <Field
        group
        label={t('confirm.operations')}
        error={operations.length === 0 ? t('confirm.chooseSome') : null}
      >
        {(ids) => (
          <Choices
            {...ids}
            options={rows.map(optionOf)}
            values={operations}
            onChange={setOperations}
          />
        )}
      </Field>
      <Approval
        queue={queue}
        item={item}
        label={t('confirm.connect')}
        contentKey={isComplete ? [item.id, profileId, ...operations].join(' ') : null}
        decision={() =>
          isComplete ? { kind: 'connect', profileId, operations: [...operations] } : undefined
        }
      />
    </>
  );
}
