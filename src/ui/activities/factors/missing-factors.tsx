import { useState } from 'preact/hooks';
import { FACTORS } from '../../../protocol/operations.ts';
import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import {
  type Activity,
  type MfaStatus,
  type UserRecord,
  user as userSchema,
} from '../../../protocol/service-records.ts';
import { joinList, richText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Badge, List, ListRow, Section } from '../../components/surfaces.tsx';
import { useLatest, useReading } from '../../components/use-reading.ts';
import { nameOfMethod } from '../../forms/factor-names.ts';
import type { ReadyForm } from '../../forms/form-session.ts';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { choiceWord } from '../../forms/words.ts';
import { useStore } from '../../page/store.ts';
import { openForm, type ActiveForm } from '../../forms/form-sessions.ts';
import { ReviewSheet } from '../../review/form-review.tsx';
import { stampersFor, stepsOf, type FactorStep } from './factor-steps.ts';
import { parse, parseOrThrow } from '../../../protocol/parse.ts';
import { createQuery } from '../../records/records.ts';
import { useList } from '../../records/object-state.ts';

const NEEDS_FACTORS = 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED';

/** An activity that may wait for factors. */
export type WaitingActivity = Pick<Activity, 'id' | 'status' | 'fingerprint'>;

/** What is missing before an activity is carried out, and the way to give it. */
export function MissingFactors(props: {
  readonly activity: WaitingActivity;
  /** What the activity does, for the review. */
  readonly summary: preact.ComponentChildren;
  /** False where something about the activity is false or unknown: nothing more is signed for it. */
  readonly canSign?: boolean;
}) {
  const { activity } = props;
  const profile = useStore().profile.value;
  if (activity.status !== NEEDS_FACTORS || !profile) return null;
  return <FactorSection key={activity.id} {...props} profile={profile} />;
}

type SectionProps = Parameters<typeof MissingFactors>[0] & { readonly profile: Profile };

function FactorSection({ activity, summary, canSign = true, profile }: SectionProps) {
  const { value: statuses, error, retry } = useMfaStatus(activity.id, activity.status);
  const ownId = profile.known?.userId;
  const own = statuses?.filter(({ userId }) => userId === ownId);
  const others = statuses?.filter(({ userId, satisfied }) => userId !== ownId && !satisfied);
  return (
    <Section title={t('factors.title')}>
      {error && <ReadProblem error={error} title={t('factors.unread')} onRetry={retry} />}
      {!statuses && !error && <Skeleton rows={2} />}
      {own && own.length > 0 && (
        <OwnFactors
          activity={activity}
          statuses={own}
          summary={summary}
          profile={profile}
          canSign={canSign}
        />
      )}
      {others && others.length > 0 && <OtherFactors statuses={others} />}
    </Section>
  );
}

/** A step in words: its methods, any of which is enough. */
function StepText(props: { readonly step: FactorStep; readonly user: UserRecord | undefined }) {
  const texts = props.step.methods.map((method) => {
    const factor = visibleText(choiceWord(method.type));
    const name = nameOfMethod(method, props.user);
    return name === undefined
      ? factor
      : richText('factors.only', { factor, name: <VisibleText text={name} /> });
  });
  return <>{joinList(texts, 'disjunction')}</>;
}

function FactorStepList(props: {
  readonly steps: readonly FactorStep[];
  readonly user: UserRecord | undefined;
}) {
  return (
    <List label={t('factors.title')}>
      {props.steps.map((step, index) => (
        <ListRow
          key={index}
          title={<StepText step={step} user={props.user} />}
          trail={
            <Badge tone={step.isShown ? 'good' : 'warn'}>
              {t(step.isShown ? 'factors.shown' : 'factors.missing')}
            </Badge>
          }
        />
      ))}
    </List>
  );
}

function OwnFactors(props: {
  readonly activity: WaitingActivity;
  readonly statuses: readonly MfaStatus[];
  readonly summary: preact.ComponentChildren;
  readonly profile: Profile;
  readonly canSign: boolean;
}) {
  const { activity, statuses, summary, profile, canSign } = props;
  const user = useUserRecord(profile.known?.userId);
  const publicKey = useOwnPublicKey();
  const steps = stepsOf(statuses);
  const isMissing = steps.some(({ isShown }) => !isShown);
  const stampers = stampersFor(steps, { profile, publicKey, user });
  return (
    <>
      {isMissing && <p>{t('factors.what')}</p>}
      <FactorStepList steps={steps} user={user} />
      {isMissing && stampers.length === 0 && <p class="note">{t('factors.notHere')}</p>}
      {canSign && <SignAgain {...{ activity, stampers, summary, profile }} />}
    </>
  );
}

type Review = {
  readonly method: StamperKind;
  readonly active: ActiveForm;
  readonly ready: ReadyForm;
};

/** One more approval of the same activity, by another credential, with its review. */
function SignAgain(props: {
  readonly activity: WaitingActivity;
  readonly stampers: readonly StamperKind[];
  readonly summary: preact.ComponentChildren;
  readonly profile: Profile;
}) {
  const { activity, stampers, summary, profile } = props;
  const store = useStore();
  const [review, setReview] = useState<Review | undefined>(undefined);
  const begin = async (method: StamperKind) => {
    const { fingerprint } = activity;
    const prefill = { fixed: { fingerprint }, initial: {} };
    const active = await openForm(store, profile, FACTORS.show, undefined, prefill);
    const ready = active.form.submit();
    if (ready) setReview({ method, active, ready });
  };
  return (
    <>
      {stampers.map((method) => (
        <Button key={method} kind="primary" wide onClick={() => void begin(method)}>
          {t(`factors.sign.${method}`)}
        </Button>
      ))}
      {review && (
        <ReviewSheet
          active={review.active}
          ready={review.ready}
          method={review.method}
          title={t('factors.title')}
          action={t(`factors.sign.${review.method}`)}
          summary={
            <>
              <p class="summary">{summary}</p>
              <p>{t('factors.effect')}</p>
            </>
          }
          onSent={(id, sent) => store.go({ screen: sent === 'key' ? 'activity' : 'passkey', id })}
          onBack={() => setReview(undefined)}
        />
      )}
    </>
  );
}

/** What others must show: their own Keystamp offers it to them. */
function OtherFactors({ statuses }: { readonly statuses: readonly MfaStatus[] }) {
  const userIds = [...new Set(statuses.map(({ userId }) => userId))];
  return (
    <>
      <p>{t('factors.others')}</p>
      {userIds.map((userId) => (
        <OtherUser
          key={userId}
          userId={userId}
          steps={stepsOf(statuses.filter((status) => status.userId === userId))}
        />
      ))}
    </>
  );
}

function OtherUser(props: { readonly userId: string; readonly steps: readonly FactorStep[] }) {
  const user = useUserRecord(props.userId);
  return (
    <>
      <h3>
        <VisibleText text={user?.userName ?? props.userId} />
      </h3>
      <FactorStepList steps={props.steps} user={user} />
    </>
  );
}

/** What an activity demands of everyone who asked for it or approved it, read while `status` says that something is missing. */
function useMfaStatus(activityId: string, status: string) {
  const { effects, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  const read = async () => {
    const { name, result } = FACTORS.status;
    const answer = await createQuery(effects.client, profileId)(name, { activityId });
    return parseOrThrow(result, answer, '', 'service_malformed').mfaStatuses;
  };
  return useReading(read, [activityId, status, profileId], 'keeps');
}

/** A user's record from the list, once it is read. */
function useUserRecord(userId: string | undefined): UserRecord | undefined {
  const { items } = useList('user');
  const parsed = parse(userSchema, items?.get(userId ?? '')?.record);
  return parsed.ok ? parsed.value : undefined;
}

/** The public key of the profile's API key, once it is known. */
function useOwnPublicKey(): string | undefined {
  const { effects, profile } = useStore();
  const keyId = profile.value?.keyId ?? null;
  const keys = useLatest(
    () => (keyId === null ? undefined : effects.client.call('keys_list', {})),
    [keyId],
  );
  return keys?.find(({ id }) => id === keyId)?.publicKey;
}
