import { createCooldowns } from '../permissions/cooldown.ts';
import { createGrants } from '../permissions/grants.ts';
import { createSiteGroups } from '../permissions/site-group.ts';
import { createSites } from '../permissions/sites.ts';
import { allowsProfile } from '../protocol/managed-policy.ts';
import type { Area } from '../storage/area.ts';
import type { Connect } from '../storage/database.ts';
import type { RowMac } from '../vault/row-mac.ts';
import type { AskDeps } from './ask-user.ts';
import { createConfirmWindow } from './confirm-window.ts';
import type { DecisionDeps } from './decisions.ts';
import { createDocuments, type SendToDocument } from './documents.ts';
import type { CompletionDeps, UnlockedDeps } from './lifecycle.ts';
import { createMessageRates, type MessageRates } from './message-rates.ts';
import type { OwnDeps } from './own-requests.ts';
import { createPresence } from './presence.ts';
import { createEntryIds } from './request-key.ts';
import { createRequestStore } from './request-store.ts';

/** What the worker gives. */
export type RequestEffects = OwnDeps &
  UnlockedDeps &
  Pick<CompletionDeps, 'history' | 'outbox' | 'later' | 'onChange' | 'setPagesAlarm'> & {
    readonly connect: Connect;
    /** In memory only. */
    readonly session: Area;
    /** Tells which rows on disk Keystamp wrote. */
    readonly rows: RowMac;
    readonly newId: () => string;
    readonly sendToDocument: SendToDocument;
    /** Opens the one confirm window, or brings it to the front; returns the window's id. */
    readonly showConfirm: (id?: string) => Promise<number | undefined>;
    readonly isConfirmOpen: () => Promise<boolean>;
    /** The public suffix list from the extension's package. */
    readonly siteSuffixes: () => Promise<string>;
    /** Resolves at the next change of an outbox entry, or after this many milliseconds. */
    readonly nextChange: (id: string, ms: number) => Promise<void>;
    /** `runtime.id` */
    readonly ownId: string;
  };

/** What the router's steps work with: the sum of what each part of it needs. */
export type RequestDeps = RequestEffects &
  DecisionDeps &
  AskDeps & { readonly rates: MessageRates };

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
