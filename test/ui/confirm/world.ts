import { createHash } from 'node:crypto';
import { signal } from '@preact/signals';
import type { Authenticator } from '../../../src/messaging/passkey/authenticator.ts';
import type { ApprovalView, OpenedApproval } from '../../../src/protocol/approval.ts';
import type { AppState } from '../../../src/protocol/state.ts';
import { createQueue } from '../../../src/ui/confirm/queue.ts';
import { id, popupWorld, profile, unlocked, type Answers } from '../popup/world.ts';

/** A request of a page to rename a wallet; `n` makes it another one. */
export function request(n: number, facts: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id: id(n),
    origin: 'https://app.example',
    group: 'app.example',
    privateWindow: false,
    at: n,
    state: 'asking',
    wish: { kind: 'operation', operation: 'update_wallet', profileId: profile.id },
    ...facts,
  };
}

/** The same, opened: what the worker built for it. */
export function opened(n: number, walletName = 'Cold'): OpenedApproval {
  const parameters = { walletId: id(5), walletName };
  const body = JSON.stringify({ n, parameters });
  return {
    id: id(n),
    operation: 'update_wallet',
    profileId: profile.id,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    parameters,
    body,
    digest: createHash('sha256').update(body).digest('hex'),
    choice: { methods: ['key'], prompt: null, ruled: false, managed: false },
    grantable: true,
  };
}

/** Lets everything run that waits for nothing but a hash. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    await crypto.subtle.digest('SHA-256', new Uint8Array(4096));
  }
}

/** A queue over a worker that keeps `items` and decides as it is told. */
export function queueWorld(
  items: ApprovalView[],
  answers: Answers = {},
  authenticator: Authenticator | null = null,
) {
  const worker = { items };
  const world = popupWorld({
    approvals_list: () => ({ items: [...worker.items] }),
    approvals_open: ({ id: asked }: { id: string }) => opened(Number(asked.slice(-4))),
    approvals_decide: ({ id: asked }: { id: string }) => {
      worker.items = worker.items.filter((one) => one.id !== asked);
      return { queue: { items: [...worker.items] }, entryId: id(900) };
    },
    approvals_refuse_site: ({ origin }: { origin: string }) => {
      worker.items = worker.items.filter((one) => one.origin !== origin);
      return { items: [...worker.items] };
    },
    ...answers,
  });
  const state = signal<AppState | undefined>(unlocked);
  const queue = createQueue({ ...world.effects, authenticator }, state);
  const publish = async (next: Partial<AppState> = {}): Promise<void> => {
    const before = state.peek() ?? unlocked;
    const approvals = { count: worker.items.length, revision: before.approvals.revision + 1 };
    state.value = { ...before, approvals, ...next };
    await settle();
  };
  return { world, worker, state, queue, publish };
}
