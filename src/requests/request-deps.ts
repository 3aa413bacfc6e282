import type { PolicyDeps } from '../activities/authorization.ts';
import type { Outbox } from '../activities/outbox/outbox.ts';
import type { HistoryWriter } from '../history/history.ts';
import type { Profiles } from '../activities/profiles.ts';
import type { Queries } from '../activities/queries.ts';
import type { ReadSessions } from '../activities/read-sessions.ts';
import type { Submit } from '../activities/submit.ts';
import { createGrants, type Grants } from '../permissions/grants.ts';
import { createCooldowns, type Cooldowns } from '../permissions/cooldown.ts';
import { createSiteGroups, type SiteGroups } from '../permissions/site-group.ts';
import { createSites, type Sites } from '../permissions/sites.ts';
import type { Stamp } from '../activities/transport.ts';
import { allowsProfile } from '../protocol/managed-policy.ts';
import type { StampMethod } from '../protocol/passkey.ts';
import type { OwnOutcome } from '../protocol/pending-request.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import { createRequestStore, type RequestStore } from './request-store.ts';
import { createConfirmWindow, type ConfirmWindow } from './confirm-window.ts';
import { createEntryIds, type RequestKey } from './request-key.ts';
import { createPresence, type Presence } from './presence.ts';
import { createMessageRates, type MessageRates } from './message-rates.ts';
import { createDocuments, type Documents, type SendToDocument } from './documents.ts';

export type RequestEffects = PolicyDeps & {
  readonly connect: Connect;
  /** In memory only. */
  readonly session: Area;
  readonly profiles: Profiles;
  readonly outbox: Outbox;
  /** Records what was decided, and what sites may do. */
  readonly history: HistoryWriter;
  readonly submit: Submit;
  readonly readSessions: ReadSessions;
  readonly queries: Queries;
  readonly stamp: (profile: Profile, stampMethod: StampMethod, body: string) => Promise<Stamp>;
  readonly isUnlocked: () => Promise<boolean>;
  /** Tells which rows on disk Keystamp wrote. */
  readonly rows: RowMac;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
  readonly newId: () => string;
  readonly sendToDocument: SendToDocument;
  /** Opens the one confirm window, or brings it to the front; returns the window's id. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly isConfirmOpen: () => Promise<boolean>;
  /** The public suffix list from the extension's package. */
  readonly siteSuffixes: () => Promise<string>;
  /** Wakes the worker at a given time to check on pending requests. */
  readonly setPagesAlarm: (at: number) => Promise<void>;
  /** Resolves at the next change of an outbox entry, or after this many milliseconds. */
  readonly nextChange: (id: string, ms: number) => Promise<void>;
  /** Something about a pending request has changed. */
  readonly onChange: () => void;
  /** `runtime.id` */
  readonly ownId: string;
};

/** What the router's steps and the user's decisions work with. */
export type RequestDeps = RequestEffects & {
  readonly requests: RequestStore;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly grants: Grants;
  readonly cooldowns: Cooldowns;
  readonly groups: SiteGroups;
  readonly rates: MessageRates;
  readonly presence: Presence;
  /** Events about activities that are on their way to a page. */
  readonly notifying: Set<string>;
  /** The user's own requests that this worker is carrying out. */
  readonly approving: Map<string, Promise<OwnOutcome>>;
  readonly confirmWindow: ConfirmWindow;
  /** Whether the organization allows stamping with a profile. */
  readonly isProfileAllowed: (id: string) => Promise<boolean>;
  /** The outbox id of a page's request. */
  readonly entryId: (key: RequestKey) => Promise<string>;
};

/** Creates the stores of one worker. */
export function createRequestDeps(effects: RequestEffects): RequestDeps {
  const groups = createSiteGroups(effects);
  const grouped = { ...effects, groups };
  const requests = createRequestStore(effects);
  // Keystamp's own pages say of a request that its page is busy, so they have to read the list again.
  const onBusyChange = () => void requests.bumpRevision().then(effects.onChange);
  const isProfileAllowed = async (id: string): Promise<boolean> => {
    const profile = (await effects.profiles.list()).find((candidate) => candidate.id === id);
    return profile === undefined || allowsProfile(await effects.managed(), profile);
  };
  return {
    ...effects,
    isProfileAllowed,
    requests,
    documents: createDocuments({ ...effects, onBusyChange }),
    sites: createSites({ ...grouped, isProfileAllowed }),
    grants: createGrants(effects),
    cooldowns: createCooldowns(grouped),
    groups,
    rates: createMessageRates(grouped),
    presence: createPresence(),
    notifying: new Set(),
    approving: new Map(),
    entryId: createEntryIds(effects),
    confirmWindow: createConfirmWindow(effects),
  };
}
