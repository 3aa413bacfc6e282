import type { TryLock } from '../activities/outbox/runner.ts';
import type { RandomBytes } from '../crypto/bytes.ts';
import type { SendToDocument } from '../requests/documents.ts';
import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import type { ManagedPolicyEffects } from './managed-policy.ts';

/** A key-value area of the browser that can be emptied. */
export type ClearableArea = Area & { readonly clear: () => Promise<void> };

/** The names of the worker's alarms. */
export const ALARMS = {
  outbox: 'keystamp-outbox',
  lock: 'keystamp-lock',
  pages: 'keystamp-pages',
  inbox: 'keystamp-inbox',
} as const;
type AlarmName = (typeof ALARMS)[keyof typeof ALARMS];

/** Everything that the background does outside its own memory. */
export type WorkerEffects = ManagedPolicyEffects & {
  /** False if the browser knows that nothing can be reached. */
  readonly isOnline?: () => boolean;
  readonly connect: Connect;
  readonly session: ClearableArea;
  /** On disk, apart from the database and out of reach of content scripts. */
  readonly second: ClearableArea;
  /** On disk, apart from both. */
  readonly lastSavedArea: ClearableArea;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that only grow, even while someone sets the clock. */
  readonly uptime?: () => number;
  readonly random: RandomBytes;
  /** A fresh UUID. */
  readonly newId: () => string;
  readonly later: (ms: number, act: () => void) => () => void;
  readonly tryLock: TryLock;
  /** Wakes the worker under a name at a given time; null cancels that. */
  readonly setAlarm: (name: AlarmName, at: number | null) => Promise<void>;
  readonly mayReach: (pattern: string) => Promise<boolean>;
  /** Whether the browser asks the user before the first contact with a host. */
  readonly asksForHosts: boolean;
  /** The match patterns of all pages and hosts that the browser lets us into. */
  readonly reachable: () => Promise<readonly string[]>;
  /** Sends to the bridge of one document of a web page. */
  readonly sendToDocument: SendToDocument;
  /** Opens the one confirm window, or brings it to the front; returns the window's id. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly isConfirmOpen: () => Promise<boolean>;
  /** The list of public suffixes in the extension's package. */
  readonly siteSuffixes: () => Promise<string>;
  /** Shows how many things need the user; nothing for 0. */
  readonly setBadge: (count: number) => Promise<void>;
  /** Says, outside the browser's windows, that so many activities wait. Nothing without the permission. */
  readonly notifyWaiting: (count: number) => Promise<void>;
  /** Opens the list of what waits for the user's vote, in a tab. */
  readonly showInbox: () => Promise<void>;
  readonly ownId: string;
  readonly ownUrl: string;
};
