import type { PolicyDeps } from '../../activities/authorization.ts';
import {
  CALLS,
  type AnswerOf,
  type CallName,
  type InputOf,
  type SecretOf,
} from '../../messaging/calls.ts';
import type { Call, WorkerPart } from '../../messaging/define-call.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { Late } from '../../protocol/load-part.ts';
import type { Requests } from '../../requests/requests.ts';
import type { Connect } from '../../storage/database.ts';
import type { Vault } from '../../vault/vault.ts';
import type { HostAccess } from '../host-access.ts';
import type { WorkerServices } from '../services.ts';
import type { SettingsStore } from '../settings-store.ts';

/** One handler for each call of the table. */
export type Handlers = {
  readonly [N in CallName]: (input: InputOf<N>, secret: SecretOf<N>) => Promise<AnswerOf<N>>;
};

/** The calls that a part answers. */
type CallsOf<P extends WorkerPart> = {
  [N in CallName]: (typeof CALLS)[N] extends { readonly part: P } ? N : never;
}[CallName];

/** What the core answers. */
export type CoreHandlers = Omit<Handlers, CallsOf<WorkerPart>>;

/** What handlers work with; each picks its part. */
export type HandlerDeps = WorkerServices &
  PolicyDeps & {
    readonly connect: Connect;
    readonly vault: Vault;
    readonly requests: Pick<Requests, 'forgetProfile'>;
    readonly hosts: HostAccess;
    readonly settings: SettingsStore;
    /** A fresh UUID. */
    readonly newId: () => string;
    /** Returns the state after a change and sends it to all pages. */
    readonly publish: () => Promise<AppState>;
    /** Sends the state to all pages; the caller doesn't wait for it. */
    readonly publishInBackground: () => void;
    /** Resumes the work that waited for the vault, or for a profile that can read again. */
    readonly resumeWaiting: () => void;
  };

/** What the handlers of pending requests and of sites work with. */
export type RequestHandlerDeps = Omit<HandlerDeps, 'requests'> & { readonly requests: Requests };

/** Where each part's handlers come from. */
type LateHandlers = {
  readonly [P in WorkerPart]: Late<Pick<Handlers, CallsOf<P>>>;
};

export type HandlerFinder = ReturnType<typeof createHandlerFinder>;

/** Finds the handler of a call; loads its part at the first such call. `part_missing` */
export function createHandlerFinder(core: CoreHandlers, late: LateHandlers) {
  return async <N extends CallName>(name: N): Promise<Handlers[N]> => {
    const { part }: Call = CALLS[name];
    // The table says which handlers have the name; a look-up by a part's name loses that.
    return ((part ? await late[part].get() : core) as Handlers)[name];
  };
}
