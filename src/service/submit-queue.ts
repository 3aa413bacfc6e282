// In which order submits run, and how many at a time: nobody's wait for a lock is everybody's.

/** Where a submit belongs. */
export type QueuePlace = {
  readonly organizationId: string;
  /** What it changes, as far as it says; undefined where nothing that exists is named. */
  readonly record: string | undefined;
};

export type SubmitQueue = {
  <T>(place: QueuePlace, work: () => Promise<T>): Promise<T>;
  readonly sizes: () => QueueSizes;
};

/** How many submits wait for their turn, and how many have it. */
export type QueueSizes = { readonly waiting: number; readonly running: number };

type Job = { readonly start: () => Promise<unknown> };

/** Submits that name the same record. They would wait for each other in the database, each with a connection. */
type Lane = {
  readonly key: string | Job;
  readonly organization: Organization;
  readonly waiting: Set<Job>;
  running: number;
};

type Organization = {
  readonly id: string;
  readonly lanes: Map<string | Job, Lane>;
  /** Lanes whose next job may start, the one that waits longest first. */
  readonly ready: Set<Lane>;
  running: number;
};

/**
 * Submits that use this process's thread at the same time. The others wait before any of their
 * checks: otherwise a burst of submits would hold up everyone who only reads, and get no more done
 * in a second.
 */
const MAX_BUSY = 2;
/** After so long a submit waits for the database, milliseconds: it no longer counts as busy. */
const BUSY_MS = 25;
/** Submits that run at the same time and name the same record. */
const MAX_OF_RECORD = 2;
/** Connections that one organization leaves to the others. */
const LEFT_TO_OTHERS = 2;

type Turns = {
  readonly organizations: Map<string, Organization>;
  /** Organizations with a lane that is ready, the one that waits longest first. */
  readonly next: Set<Organization>;
  readonly maxOfOrganization: number;
};

/**
 * Runs submits in turns: of each organization one, of each record in it one, in the order that they
 * came.
 * @param connections how many submits the database takes at the same time
 */
export function createSubmitQueue(connections: number): SubmitQueue {
  const turns: Turns = {
    organizations: new Map(),
    next: new Set(),
    maxOfOrganization: Math.max(MAX_BUSY, connections - LEFT_TO_OTHERS),
  };
  let [waiting, running, busy] = [0, 0, 0];

  function dispatch(): void {
    while (busy < MAX_BUSY && running < connections) {
      const [lane] = firstOf(turns.next)?.ready ?? [];
      const job = lane && firstOf(lane.waiting);
      if (!lane || !job) return;
      // To the end of the rows, for the next turns.
      lane.waiting.delete(job);
      waiting -= 1;
      lane.organization.ready.delete(lane);
      turns.next.delete(lane.organization);
      void run(lane, job);
    }
  }

  async function run(lane: Lane, job: Job): Promise<void> {
    count(lane, 1);
    let isBusy = true;
    busy += 1;
    const leave = () => {
      if (isBusy) busy -= 1;
      isBusy = false;
    };
    const waits = setTimeout(() => {
      leave();
      dispatch();
    }, BUSY_MS);
    await job.start();
    clearTimeout(waits);
    leave();
    count(lane, -1);
    dispatch();
  }

  function count(lane: Lane, change: 1 | -1): void {
    running += change;
    lane.running += change;
    lane.organization.running += change;
    queueUp(turns, lane);
  }

  const enqueue = <T>(place: QueuePlace, work: () => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const job = { start: () => work().then(resolve, reject) };
      const lane = laneOf(turns, place, job);
      lane.waiting.add(job);
      waiting += 1;
      queueUp(turns, lane);
      dispatch();
    });
  return Object.assign(enqueue, { sizes: () => ({ waiting, running }) });
}

/** The lane of a submit, which is the only one of its own lane if it names no record. */
function laneOf({ organizations }: Turns, { organizationId, record }: QueuePlace, job: Job): Lane {
  const organization = organizations.get(organizationId) ?? {
    id: organizationId,
    lanes: new Map<string | Job, Lane>(),
    ready: new Set<Lane>(),
    running: 0,
  };
  organizations.set(organizationId, organization);
  const key = record ?? job;
  const known = organization.lanes.get(key);
  const lane = known ?? { key, organization, waiting: new Set<Job>(), running: 0 };
  organization.lanes.set(key, lane);
  return lane;
}

/** Lets a lane and its organization wait for their turns, or not; where they wait they keep their place. */
function queueUp({ organizations, next, maxOfOrganization }: Turns, lane: Lane): void {
  const { organization } = lane;
  const isReady = lane.waiting.size > 0 && lane.running < MAX_OF_RECORD;
  if (isReady) organization.ready.add(lane);
  else organization.ready.delete(lane);
  if (lane.waiting.size + lane.running === 0) organization.lanes.delete(lane.key);
  if (organization.lanes.size === 0) organizations.delete(organization.id);
  const hasTurn = organization.ready.size > 0 && organization.running < maxOfOrganization;
  if (hasTurn) next.add(organization);
  else next.delete(organization);
}

function firstOf<T>(set: ReadonlySet<T>): T | undefined {
  const [first] = set;
  return first;
}
