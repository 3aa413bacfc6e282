import type { Outbox } from '../../activities/outbox.ts';
import type { Profiles } from '../../activities/profiles.ts';
import type { Queries } from '../../activities/queries.ts';
import type { Submit } from '../../activities/submit.ts';
import { createBuckets, type Buckets } from '../../permissions/bucket.ts';
import { createGrants, type Grants } from '../../permissions/grants.ts';
import { createQuiet, type Quiet } from '../../permissions/quiet.ts';
import { createSites, type Sites } from '../../permissions/sites.ts';
import type { Stamp } from '../../activities/transport.ts';
import type { By } from '../../protocol/passkey.ts';
import type { Profile } from '../../protocol/profile.ts';
import { ORIGIN_BURST, ORIGIN_PER_SECOND } from '../../protocol/page.ts';
import type { Area } from '../../storage/area.ts';
import type { Connect } from '../../storage/database.ts';
import { createApprovals, type Approvals } from './approvals.ts';
import { createConfirmWindow, type ConfirmWindow } from './confirm-window.ts';
import { createSeats, type Seats, type TellDocument } from './seats.ts';

export type PageEffects = {
  readonly connect: Connect;
  /** Memory only. */
  readonly session: Area;
  readonly profiles: Profiles;
  readonly outbox: Outbox;
  readonly submit: Submit;
  readonly queries: Queries;
  readonly stamp: (profile: Profile, by: By, body: string) => Promise<Stamp>;
  readonly isUnlocked: () => Promise<boolean>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly later: (ms: number, act: () => void) => () => void;
  readonly newId: () => string;
  readonly tell: TellDocument;
  /** Opens the one confirm window, or brings it to the front. */
  readonly showConfirm: (id?: string) => Promise<void>;
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
  readonly buckets: Buckets;
  readonly window: ConfirmWindow;
};

/** Builds the stores of one life of the worker. */
export function createDesk(effects: PageEffects): Desk {
  const { now } = effects;
  return {
    ...effects,
    approvals: createApprovals(effects),
    seats: createSeats(effects),
    sites: createSites(effects),
    grants: createGrants(effects),
    quiet: createQuiet(effects),
    buckets: createBuckets({ now, burst: ORIGIN_BURST, perSecond: ORIGIN_PER_SECOND }),
    window: createConfirmWindow(effects),
  };
}
