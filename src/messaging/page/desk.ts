import type { Managing } from '../../activities/authorization.ts';
import type { Outbox } from '../../activities/outbox.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { Queries } from '../../activities/queries.ts';
import type { Submit } from '../../activities/submit.ts';
import { createGrants, type Grants } from '../../permissions/grants.ts';
import { createQuiet, type Quiet } from '../../permissions/quiet.ts';
import { createSiteGroups, type SiteGroups } from '../../permissions/site-group.ts';
import { createSites, type Sites } from '../../permissions/sites.ts';
import type { Stamp } from '../../activities/transport.ts';
import { allowsProfile } from '../../protocol/managed.ts';
import type { By } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { Area } from '../../storage/area.ts';
import type { Connect } from '../../storage/database.ts';
import type { RowMac } from '../../vault/row-mac.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { createConfirmWindow, type ConfirmWindow } from './confirm-window.ts';
import { createEntryIds, type Named } from './names.ts';
import { createPresence, type Presence } from './presence.ts';
import { createRates, type Rates } from './rates.ts';
import { createSeats, type Seats, type TellDocument } from './seats.ts';

export type PageEffects = Managing & {
  readonly connect: Connect;
  /** Memory only. */
  readonly session: Area;
  readonly profiles: Profiles;
  readonly outbox: Outbox;
  readonly submit: Submit;
  readonly queries: Queries;
  readonly stamp: (profile: Profile, by: By, body: string) => Promise<Stamp>;
  readonly isUnlocked: () => Promise<boolean>;
  /** Tells which rows on the disk Keystamp wrote. */
  readonly rows: RowMac;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
  readonly newId: () => string;
  readonly tell: TellDocument;
  /** Opens the one confirm window, or brings it to the front; answers the id of the window. */
  readonly showConfirm: (id?: string) => Promise<number | undefined>;
  readonly isConfirmOpen: () => Promise<boolean>;
  /** The list of public suffixes that is packed in the extension. */
  readonly siteSuffixes: () => Promise<string>;
  /** Wakes the worker at a moment, to look after what waits. */
  readonly pagesAlarm: (at: number) => Promise<void>;
  /** Resolves at the next change of an outbox entry, or after so many milliseconds. */
  readonly changed: (id: string, ms: number) => Promise<void>;
  /** Something that waits has changed. */
  readonly onChange: () => void;
  /** `runtime.id` */
  readonly ownId: string;
};

/** What the steps of the router and the user's decisions work with. */
export type Desk = PageEffects & {
  readonly approvals: Approvals;
  readonly seats: Seats;
  readonly sites: Sites;
  readonly grants: Grants;
  readonly quiet: Quiet;
  readonly groups: SiteGroups;
  readonly rates: Rates;
  readonly presence: Presence;
  /** News of activities that are on their way to a page. */
  readonly telling: Set<string>;
  readonly window: ConfirmWindow;
  /** Whether the organization allows what is stamped with a profile. */
  readonly isProfileAllowed: (id: string) => Promise<boolean>;
  /** The outbox id of a page's request. */
  readonly entryId: (named: Named) => Promise<string>;
};

/** Builds the stores of one life of the worker. */
export function createDesk(effects: PageEffects): Desk {
  const groups = createSiteGroups(effects);
  const grouped = { ...effects, groups };
  const isProfileAllowed = async (id: string): Promise<boolean> => {
    const profile = (await effects.profiles.list()).find((one) => one.id === id);
    return profile === undefined || allowsProfile(await effects.managed(), profile);
  };
  return {
    ...effects,
    isProfileAllowed,
    approvals: createApprovals(effects),
    seats: createSeats(effects),
    sites: createSites({ ...grouped, isProfileAllowed }),
    grants: createGrants(effects),
    quiet: createQuiet(grouped),
    groups,
    rates: createRates(grouped),
    presence: createPresence(),
    telling: new Set(),
    entryId: createEntryIds(effects),
    window: createConfirmWindow(effects),
  };
}
