// Metrics for Prometheus. Each label has values from this program's own lists: operations, HTTP statuses,
// activity statuses, pools, tables. None is an id, a path, a name or an organization.
import type * as prometheus from 'prom-client';
import type { PoolState } from './postgres.ts';
import { cameByAddressOrName, type Doors } from './hosts.ts';
import type { AnsweredRequest } from './request-trace.ts';
import type { QueueSizes } from './submit-queue.ts';

export type Metrics = {
  readonly observe: (answered: AnsweredRequest) => void;
  /** Rows that upkeep deleted from a table. */
  readonly countDeleted: (table: string, rows: number) => void;
  /** What a scrape gets. */
  readonly answer: (request: Request) => Promise<Response>;
};

/** Read at each scrape. */
export type MetricSources = {
  readonly queueSizes: () => QueueSizes;
  readonly pools: () => readonly PoolState[];
};

/** Seconds: most answers take 5 ms, deriving a hundred accounts takes seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Loads the library, which a service without metrics never needs. */
export async function createMetrics(doors: Doors, sources: MetricSources): Promise<Metrics> {
  const library = await import('prom-client');
  const { collectDefaultMetrics, Counter, Histogram } = library;
  const registry = new library.Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'keystamp_requests_total',
    help: 'Requests that were answered, by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'keystamp_request_duration_seconds',
    help: 'Time from a request to its answer, waiting for its turn included.',
    labelNames: ['operation'],
    buckets: BUCKETS,
    registers,
  });
  const outcomes = new Counter({
    name: 'keystamp_activities_total',
    help: 'Answers with an activity, by operation and by the state the activity is in.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const deleted = new Counter({
    name: 'keystamp_deleted_rows_total',
    help: 'Expired rows that were deleted, by table.',
    labelNames: ['table'],
    registers,
  });
  addGauges(library, registry, sources);
  return {
    observe: ({ operation, status, durationMs, activityStatus }) => {
      requests.inc({ operation, status });
      durations.observe({ operation }, durationMs / 1000);
      if (activityStatus === undefined) return;
      outcomes.inc({ operation, status: activityStatus.replace('ACTIVITY_STATUS_', '') });
    },
    countDeleted: (table, rows) => deleted.inc({ table }, rows),
    answer: async (request) => {
      const isScrape = new URL(request.url).pathname === '/metrics';
      if (!isScrape || !cameByAddressOrName(request, doors)) {
        return new Response('not found\n', { status: 404 });
      }
      const headers = { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' };
      return new Response(await registry.metrics(), { headers });
    },
  };
}

/** What is asked at each scrape. */
function addGauges(
  { Gauge }: typeof prometheus,
  registry: prometheus.Registry,
  sources: MetricSources,
): void {
  const registers = [registry];
  const submits = new Gauge({
    name: 'keystamp_submits',
    help: 'Submits that wait for their turn, and those that have it.',
    labelNames: ['state'],
    registers,
    collect: () => {
      const { waiting, running } = sources.queueSizes();
      submits.set({ state: 'waiting' }, waiting);
      submits.set({ state: 'running' }, running);
    },
  });
  const connections = new Gauge({
    name: 'keystamp_database_connections',
    help: 'Connections to the database, by pool, and requests that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const { name: pool, used, idle, waiting } of sources.pools()) {
        connections.set({ pool, state: 'used' }, used);
        connections.set({ pool, state: 'idle' }, idle);
        connections.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
