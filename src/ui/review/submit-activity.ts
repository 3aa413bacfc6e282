import type { InputOf, SecretOf } from '../../messaging/calls.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import type { PageEffects } from '../page/effects.ts';

/**
 * Has an activity stamped: by the key at once; by a passkey in a window of its own, because the popup
 * closes when a prompt takes the focus. The id is the same in both, so doing it again makes no second
 * activity.
 */
export async function submitActivity(
  { effects: { client } }: { readonly effects: Pick<PageEffects, 'client'> },
  input: InputOf<'activities_submit'>,
  secret: SecretOf<'activities_submit'> | undefined,
  method: StamperKind,
): Promise<void> {
  if (method === 'key') await client.call('activities_submit', input, secret);
  else await client.call('requests_begin', { ...input, method, show: true }, secret);
}
