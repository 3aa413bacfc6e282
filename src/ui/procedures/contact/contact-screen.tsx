import { useEffect, useState } from 'preact/hooks';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toasts.tsx';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { doneText, memberText, nameText, rowText } from '../../forms/words.ts';
import { useStore } from '../../page/store.ts';
import { Frame } from '../../page/frame.tsx';
import { textOf } from '../../records/record-members.ts';
import { kindsChangedBy } from '../../records/object-actions.ts';
import { useObject, useRecords } from '../../records/object-state.ts';
import type { ObjectPlace } from '../../page/routes.ts';
import { openContactSession, type ContactSession } from './contact-session.ts';
import {
  BegunStage,
  EndedCode,
  TypeCode,
  TypeContact,
  VerifiedContact,
  VerifyPresent,
} from './contact-steps.tsx';
import type { StageProps } from './stage-sheet.tsx';

/** The member of the record that a row's contact replaces. */
function memberOf({ versions: [{ fields }], verifies }: SubmitRow): string {
  return fields[verifies?.contactField ?? '']?.replaces?.member ?? '';
}

/** Continues the change that was left unfinished, or begins one with the present contact. */
function useContactSession(
  profile: Profile,
  row: SubmitRow,
  place: ObjectPlace,
  present: string | undefined,
): ContactSession | undefined {
  const store = useStore();
  const records = useRecords();
  const [session, setSession] = useState<ContactSession | undefined>(undefined);
  const isReady = present !== undefined;
  useEffect(() => {
    if (present === undefined) return undefined;
    let opened: ContactSession | undefined;
    let isLeft = false;
    const skewMs = () => store.snapshot.peek()?.home?.clockSkewMs ?? 0;
    const effects = { ...store.effects, records, skewMs };
    void openContactSession(effects, { profile, row, place, present }).then((one) => {
      opened = one;
      if (isLeft) one.close();
      else setSession(one);
    });
    return () => {
      isLeft = true;
      opened?.close();
      setSession(undefined);
    };
  }, [row, place.id, profile.id, profile.otpGeneration, isReady]);
  return session;
}

/** Leads back to the record once the service has the contact. */
function ChangedContact({
  session,
  row,
  place,
}: Pick<StageProps, 'session'> & Pick<ContactRoute, 'row' | 'place'>) {
  const store = useStore();
  const records = useRecords();
  useEffect(() => {
    const isVerified = session.change.peek().checkId !== null;
    const label = memberText(memberOf(row));
    const parameters = session.run.peek()?.entry?.parameters ?? null;
    showToast(isVerified ? t('contact.done', { label }) : doneText(row, parameters));
    void records.reload(kindsChangedBy([row.name]));
    void session.forget().then(() => store.go({ screen: 'object', ...place }));
  }, []);
  return <Skeleton rows={3} />;
}

function CurrentStep(props: StageProps & ContactRoute & { readonly present: string }) {
  const { session, row, place } = props;
  const step = session.step.value;
  switch (step.at) {
    case 'contact':
      return props.isVerifying && props.present !== '' ? (
        <VerifyPresent {...props} />
      ) : (
        <TypeContact {...props} />
      );
    case 'running':
    case 'failed':
      return <BegunStage {...props} stage={step.stage} hasFailed={step.at === 'failed'} />;
    case 'code':
      return <TypeCode {...props} {...step} />;
    case 'ended':
      return <EndedCode {...props} why={step.why} />;
    case 'verified':
      return <VerifiedContact {...props} />;
    case 'done':
      return <ChangedContact session={session} row={row} place={place} />;
  }
}

type ContactRoute = {
  readonly row: SubmitRow;
  readonly place: ObjectPlace;
  /** Only to verify what the record has. */
  readonly isVerifying: boolean;
};

/**
 * A contact of a record changed in one piece: typed, proved by a code that is sent to it, and set. It
 * goes on where it was left, whatever was closed in between.
 */
export function ContactScreen(props: ContactRoute & { readonly profile: Profile }) {
  const { row, place, profile, isVerifying } = props;
  const { item, error, isMissing, retry } = useObject(place);
  const isKnown = item !== undefined || error !== undefined || isMissing;
  const present = item ? textOf(item, memberOf(row)) : '';
  const session = useContactSession(profile, row, place, isKnown ? present : undefined);
  const label = memberText(memberOf(row));
  const draw: StageProps['draw'] = (content, action) => (
    <Frame
      title={isVerifying ? t('object.contact.verifyWhat', { label }) : rowText(row, 'title')}
      action={action}
    >
      {item && (
        <p class="muted">
          <VisibleText text={nameText(item.name)} />
        </p>
      )}
      {error && <ReadProblem error={error} onRetry={retry} />}
      {content}
    </Frame>
  );
  if (!session) return <>{draw(<Skeleton rows={4} />)}</>;
  return <CurrentStep {...{ session, row, place, profile, isVerifying, present, draw }} />;
}
