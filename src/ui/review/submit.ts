import type { Client } from '../../client/client.ts';
import type { InputOf } from '../../messaging/calls.ts';

/*
 * The two ways out of a page: the API key stamps at once what the page has shown, or a request waits
 * until a passkey has signed what its review shows.
 */

type Submitted = InputOf<'activities_submit'>;
/** Secret fields of the operation, which travel sealed. */
type Secrets = Readonly<Record<string, string>>;

/** Without a secret field nothing travels sealed, which saves a round trip. */
const sealedIn = (secrets: Secrets) =>
  Object.keys(secrets).length > 0 ? { fields: { ...secrets } } : undefined;

/** Has an activity stamped by the API key. Resolves with its entry once that is stored. */
export const submitByKey = (client: Client, input: Submitted, secrets: Secrets = {}) =>
  client.call('activities_submit', input, sealedIn(secrets));

/** Makes a request that a passkey decides: in the confirm window, or where the page itself shows it. */
export const beginByPasskey = (
  client: Client,
  input: Submitted,
  { secrets = {}, show = true }: { readonly secrets?: Secrets; readonly show?: boolean } = {},
) => client.call('requests_begin', { ...input, method: 'passkey', show }, sealedIn(secrets));
