import { sha256 } from '@noble/hashes/sha2.js';
import { signal } from '@preact/signals';
import { toHex, utf8 } from '../../../src/crypto/bytes.ts';
import type { Authenticator } from '../../../src/client/passkey/authenticator.ts';
import type {
  OwnRequestView,
  PendingRequestView,
  SiteRequestView,
  ReadyRequestDetails,
} from '../../../src/protocol/pending-request.ts';
import { OPERATIONS, type SubmitName } from '../../../src/protocol/operations.ts';
import type { AppState } from '../../../src/protocol/app-state.ts';
import { createQueue } from '../../../src/ui/review/queue.ts';
import { id, popupWorld, profile, unlocked, type Answers } from '../page/world.ts';

/** A request of a page to rename a wallet; `n` makes it another one. */
export function request(n: number, overrides: Partial<SiteRequestView> = {}): SiteRequestView {
  return {
    asker: 'site',
    id: id(n),
    origin: 'https://app.example',
    group: 'app.example',
    privateWindow: false,
    at: n,
    state: 'pending',
    requested: { kind: 'operation', operation: 'update_wallet', profileId: profile.id },
    ...overrides,
  };
}

/** The same, asked for by the user in Keystamp itself. */
export function ownRequest(n: number, operation = 'update_wallet'): OwnRequestView {
  const requested = { kind: 'operation', operation, profileId: profile.id } as const;
  return { asker: 'own', id: id(n), at: n, state: 'pending', requested, onlyReads: false };
}

/** The same, opened: what the worker built for it. */
export const openedRequest = (n: number, walletName = 'Cold'): ReadyRequestDetails =>
  openedSubmit(n, 'update_wallet', { walletId: id(5), walletName });

/** Any request for a submit, opened. */
export function openedSubmit(
  n: number,
  operation: SubmitName,
  parameters: Readonly<Record<string, unknown>>,
): ReadyRequestDetails {
  const body = JSON.stringify({ n, parameters });
  return {
    id: id(n),
    operation,
    profileId: profile.id,
    type: OPERATIONS[operation].versions[0].type,
    parameters,
    open: [],
    body,
    digest: toHex(sha256(utf8(body))),
    stampChoice: { methods: ['key'], prompt: null, requiresPasskey: false, managed: false },
    grantable: true,
  };
}

/** A vote by passkey, opened. */
export function openedVote(n: number, fingerprint: string): ReadyRequestDetails {
  return {
    ...openedRequest(n),
    operation: 'approve_activity',
    type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
    parameters: { fingerprint },
    stampChoice: {
      methods: ['passkey'],
      prompt: { rpId: null, allow: [] },
      requiresPasskey: false,
      managed: false,
    },
  };
}

/** A queue over a worker that keeps `items` and decides as it is told. */
export function queueWorld(
  items: PendingRequestView[],
  answers: Answers = {},
  authenticator: Authenticator | null = null,
) {
  const worker = { items };
  const world = popupWorld({
    requests_list: () => ({ items: [...worker.items] }),
    requests_open: ({ id: requestedId }: { id: string }) =>
      openedRequest(Number(requestedId.slice(-4))),
    requests_decide: ({ id: requestedId }: { id: string }) => {
      worker.items = worker.items.filter((item) => item.id !== requestedId);
      return {
        queue: { items: [...worker.items] },
        entryId: id(900),
        outcome: null,
        pageIsBusy: false,
      };
    },
    requests_refuse_site: ({ origin }: { origin: string }) => {
      worker.items = worker.items.filter((item) => item.asker === 'own' || item.origin !== origin);
      return { items: [...worker.items] };
    },
    ...answers,
  });
  const state = signal<AppState | undefined>(unlocked);
  const queue = createQueue({ ...world.effects, authenticator }, state);
  const publish = (next: Partial<AppState> = {}): void => {
    const before = state.peek() ?? unlocked;
    const count = worker.items.length;
    const requests = { count, own: 0, revision: before.requests.revision + 1 };
    state.value = { ...before, requests, ...next };
  };
  return { world, worker, state, queue, publish };
}
