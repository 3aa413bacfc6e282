import type { PolicyDeps } from '../../activities/authorization.ts';
import type { AnswerOf, CallName, InputOf, SecretOf } from '../../messaging/calls.ts';
import type { AppState } from '../../protocol/app-state.ts';
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

/** What handlers work with; each picks its part. */
export type HandlerDeps = WorkerServices &
  PolicyDeps & {
    readonly connect: Connect;
    readonly vault: Vault;
    readonly requests: Requests;
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
