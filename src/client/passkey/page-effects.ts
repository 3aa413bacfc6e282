import { randomBytes } from '../../crypto/bytes.ts';
import type { Client } from '../client.ts';
import { runLater } from '../own-page-effects.ts';
import { createAuthenticator } from './authenticator.ts';
import { createPasskeyUnlock, readClientCapabilities } from './unlock.ts';

/** What prompts for passkeys in a page that stays open meanwhile, and opens the vault by them. */
export function createPasskeyEffects(client: Client) {
  const authenticator = createAuthenticator({ container: navigator.credentials, later: runLater });
  const promptDeps = { client, authenticator, random: randomBytes };
  const passkeyUnlock = createPasskeyUnlock({
    ...promptDeps,
    ownOrigin: location.origin,
    capabilities: readClientCapabilities,
  });
  return { authenticator, passkeyUnlock, promptDeps };
}
