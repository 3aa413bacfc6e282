import { useMemo } from 'preact/hooks';
import type { PendingRequestDetails } from '../../protocol/pending-request.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Row } from '../../protocol/operation-row.ts';
import type { Profile } from '../../protocol/profile.ts';
import { addWords } from '../i18n.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { useAddressOwners } from '../forms/address-owners.tsx';
import { isSecret } from '../forms/draft.ts';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import type { ReadSessions } from '../forms/read-sessions.ts';
import type { StampMethodState } from '../forms/stamp-method.tsx';
import { fieldsOf, useReferencedRecords, type LookupEffects } from './referenced-records.ts';
import { RequestDetails } from './request-details.tsx';

/** A vote's request has a fingerprint alone: what that is of loads with the first vote. */
const VotedOn = createLazyScreen(async () => {
  const [module, { objectWords }] = await Promise.all([
    import('./voted-on.tsx'),
    import('../words/en/objects.ts'),
  ]);
  addWords(objectWords);
  return module.VotedOn;
}, null);

type Props = {
  readonly effects: LookupEffects;
  readonly readSessions: ReadSessions;
  readonly profile: Profile;
  readonly operation: string;
  readonly details: PendingRequestDetails;
  /** Said before the sentence. */
  readonly lead: string;
  /** Called with whether what a vote is on may be approved, once that is known. */
  readonly onChecked?: (isApprovable: boolean) => void;
};

/** A passkey where there is one: what the key stamps is approved in the form itself. */
export function stampingOf({ stampChoice: choice }: PendingRequestDetails): StampMethodState {
  return { choice, method: choice.prompt ? 'passkey' : choice.methods[0] };
}

/** All of a request of the user's own: what it does, who stamps it, the exact bytes. */
export function OwnRequestDetails(props: Props) {
  const { readSessions, profile, operation } = props;
  const scope = useMemo(
    () => ({ readSessions, profileId: profile.id }),
    [readSessions, profile.id],
  );
  const row = rowOf(operation);
  return row ? (
    <ReadSessionContext.Provider value={scope}>
      <Details {...props} row={row} />
    </ReadSessionContext.Provider>
  ) : null;
}

function Details(props: Props & { readonly row: Row }) {
  const { effects, profile, row, details, lead, onChecked = () => undefined } = props;
  const { parameters, type, body } = details;
  const fields = useMemo(() => fieldsOf(row, type), [row, type]);
  const { records } = useReferencedRecords(effects, profile.id, row, fields);
  const owners = useAddressOwners(records, fields, parameters);
  const hidden =
    body === null
      ? Object.keys(fields).filter((name) => fields[name] && isSecret(fields[name]))
      : [];
  const { fingerprint } = parameters;
  const isVote = row.kind === 'submit' && row.vote && typeof fingerprint === 'string';
  const secrets = Object.fromEntries(hidden.map((name) => [name, null]));
  return (
    <RequestDetails
      {...{ row, profile, records, owners, lead }}
      client={effects.client}
      now={effects.now}
      stamping={stampingOf(details)}
      pickers={isVote && <VotedOn {...{ effects, profile, records, fingerprint, onChecked }} />}
      details={details}
      subject={{ fields, parameters, secrets, known: records.known.value }}
    />
  );
}
