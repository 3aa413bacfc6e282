import { markdownTable } from '../markdown-table.ts';

/** What a target bounds: the p50, a percentile, or the ratio to the baseline of the figure's group. */
export type Bounded = 'median' | 'p95' | 'p99' | 'ratio';

export type Target = {
  /** What is measured, in the words of docs/platform.md. */
  readonly measure: string;
  /** Of all numbers but ratios. */
  readonly unit: 'KB' | 'MB' | 'ms' | '/s';
  /** At most this much is aimed at; with `atLeast`, at least. */
  readonly aim: Readonly<Partial<Record<Bounded, number>>>;
  readonly atLeast?: true;
  /**
   * What `npm test` lets pass (test/bundle.test.ts), at most. Only sizes have one: they are the same on every machine,
   * times aren't.
   */
  readonly gate?: number;
};

/*
 * What Keystamp's speed and size are held to. `npm run bench` says which aims are met, `npm test` keeps the gates, and
 * docs/platform.md has the list as a table (`npm run readme`). A gate follows its figure down, and never up without a
 * reason in the commit.
 */
const LIST = {
  archive: { measure: 'archive for the store', unit: 'KB', aim: { median: 600 }, gate: 1006 },
  core: {
    measure: 'what the worker loads at a start, gzip',
    unit: 'KB',
    aim: { median: 48 },
    gate: 67.5,
  },
  contentScripts: {
    measure: 'both content scripts, in every page',
    unit: 'KB',
    aim: { median: 7 },
    gate: 7,
  },
  popupLoad: {
    measure: 'first load of the popup, gzip',
    unit: 'KB',
    aim: { median: 90 },
    gate: 69.3,
  },
  languageLoad: {
    measure: 'what it waits for besides in another language, gzip',
    unit: 'KB',
    aim: {},
    gate: 18,
  },
  tabLoad: { measure: 'first load of the tab, gzip', unit: 'KB', aim: {}, gate: 154 },
  windowLoad: {
    measure: 'first load of the approval window, gzip',
    unit: 'KB',
    aim: {},
    gate: 62.2,
  },
  phoneLibrary: {
    measure: 'rules of phone numbers, with a form that asks for one, gzip',
    unit: 'KB',
    aim: {},
    gate: 29.5,
  },
  kdfWorker: {
    measure: 'derivation of keys from passwords, with the first password, gzip',
    unit: 'KB',
    aim: {},
    gate: 20,
  },
  firstStamp: {
    measure: 'stopped worker to the first stamp, beside an empty extension’s answer',
    unit: 'ms',
    aim: { median: 22, p95: 35, ratio: 2.3 },
  },
  stamps: {
    measure: 'stamps in the worker, beside a raw signature of Web Crypto',
    unit: '/s',
    aim: { ratio: 0.92 },
    atLeast: true,
  },
  popupInteractive: {
    measure: 'popup can be used, worker stopped, beside an empty extension’s',
    unit: 'ms',
    aim: { median: 65, p95: 85, ratio: 1.3 },
  },
  siteRequest: {
    measure: 'request of a site that is allowed in advance, over a bare `fetch`',
    unit: 'ms',
    aim: { median: 3.5, p99: 8 },
  },
  firstSiteRequest: { measure: 'the same, worker stopped', unit: 'ms', aim: {} },
  approval: {
    measure: 'click on Approve until the service has it, worker stopped',
    unit: 'ms',
    aim: { p95: 50 },
  },
  pageLoad: {
    measure: 'time that Keystamp adds to loading a page',
    unit: 'ms',
    aim: { median: 1 },
  },
  pageScripts: {
    measure: 'script time in a page that doesn’t ask',
    unit: 'ms',
    aim: { median: 0.15 },
  },
  historyOpens: {
    measure: 'history opens with its newest record',
    unit: 'ms',
    aim: { median: 250 },
  },
  historyVerified: {
    measure: 'all 100,000 records of a history verified',
    unit: 'ms',
    aim: { median: 3000 },
  },
  historySearch: { measure: 'search of the history by a site', unit: 'ms', aim: { median: 300 } },
  frame: { measure: 'a frame while a long list scrolls', unit: 'ms', aim: { p95: 17 } },
  largePaint: { measure: '10,000 wallets: first paint', unit: 'ms', aim: { median: 77 } },
  largeSearch: {
    measure: '10,000 wallets: a key typed into the search',
    unit: 'ms',
    aim: { p95: 11 },
  },
  largeMemory: {
    measure: '10,000 wallets: memory with everything read',
    unit: 'MB',
    aim: { median: 60 },
  },
  rootSubmits: {
    measure: 'local service: submits of a root user, beside signature check and commit',
    unit: '/s',
    aim: { ratio: 0.75 },
    atLeast: true,
  },
  policedSubmits: {
    measure: 'the same of a user under five policies',
    unit: '/s',
    aim: { ratio: 0.6 },
    atLeast: true,
  },
  readsBesidePolicies: {
    measure: 'local service: a read while costly policies decide',
    unit: 'ms',
    aim: { p99: 50 },
  },
  readsBesideSwaps: {
    measure: 'local service: a read while names are swapped',
    unit: 'ms',
    aim: { p99: 100 },
  },
} as const satisfies Readonly<Record<string, Target>>;

export type TargetName = keyof typeof LIST;

export const TARGETS: Readonly<Record<TargetName, Target>> = LIST;

const NAMES: Readonly<Record<Bounded, string>> = {
  median: 'p50',
  p95: 'p95',
  p99: 'p99',
  ratio: '',
};

const boundsOf = ({ aim }: Target) => Object.entries(aim) as readonly [Bounded, number][];

/** The aim in words: `p50 ≤ 22 ms, p95 ≤ 35 ms, ≤ 2.3 ×`. Empty for a target without one. */
export function aimWords(target: Target): string {
  const sign = target.atLeast ? '≥' : '≤';
  const isSize = target.unit === 'KB' || target.unit === 'MB';
  return boundsOf(target)
    .map(([of, bound]) =>
      `${isSize ? '' : NAMES[of]} ${sign} ${bound} ${of === 'ratio' ? '×' : target.unit}`.trim(),
    )
    .join(', ');
}

/** By what runs of the bench are compared: the ratio where one is aimed at, else the p50 or a percentile. */
export const comparedBy = ({ aim }: Target): Bounded =>
  (['ratio', 'median', 'p95', 'p99'] as const).find((of) => aim[of] !== undefined) ?? 'median';

/** Whether a figure reaches what is aimed at. A number that it lacks doesn't. */
export function isReached(
  target: Target,
  figure: Readonly<Partial<Record<Bounded, number>>>,
): boolean {
  return boundsOf(target).every(([of, bound]) => {
    const value = figure[of];
    if (value === undefined) return false;
    return target.atLeast ? value >= bound : value <= bound;
  });
}

/** The list as a Markdown table. */
export function targetsTable(): string {
  return markdownTable([
    ['measure', 'aim', '`npm test` lets pass'],
    ...Object.values(TARGETS).map((one) => [
      one.measure,
      aimWords(one),
      one.gate === undefined ? '' : `≤ ${one.gate} ${one.unit}`,
    ]),
  ]);
}
