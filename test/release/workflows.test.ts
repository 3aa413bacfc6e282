import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/tool.ts';

/*
 * What runs with the repository's permissions: someone who moves an action's tag, or gets text into
 * a script, would have them.
 */

const FOLDER = join(ROOT, '.github', 'workflows');

type Permissions = Readonly<Record<string, string>>;
type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
};
type Job = {
  readonly permissions?: Permissions;
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly 'timeout-minutes'?: number;
};
type Workflow = {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Permissions;
  readonly jobs: Readonly<Record<string, Job>>;
};

const READ_PERMISSIONS = { contents: 'read' };

/** What each job may do with the repository. A new permission is a line here, with its reason. */
const GRANTED_PERMISSIONS: Readonly<Record<string, Readonly<Record<string, Permissions>>>> = {
  'codeql.yml': {
    // Its findings go to the repository's list of alerts.
    analyze: { ...READ_PERMISSIONS, 'security-events': 'write' },
  },
  'release.yml': {
    test: READ_PERMISSIONS,
    build: READ_PERMISSIONS,
    reproduce: READ_PERMISSIONS,
    // Signs as this workflow, and stores the signature.
    attest: { 'id-token': 'write', attestations: 'write' },
    // Creates the draft.
    draft: { contents: 'write' },
  },
  'trials.yml': { trials: READ_PERMISSIONS },
  'test.yml': { test: READ_PERMISSIONS, signatures: READ_PERMISSIONS },
};

/** A commit, never a tag or a branch, plus its version, for people and dependabot. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

const usesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => /^[\s-]*['"]?uses['"]?\s*:\s*(.*?)\s*$/.exec(line)?.[1])
    .filter((value) => value !== undefined);
const unpinned = (text: string): string[] => usesOf(text).filter((value) => !PINNED.test(value));

const files = readdirSync(FOLDER);
const workflows = files.map((file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});

describe.for(workflows)('.github/workflows/$file', ({ file, text, workflow }) => {
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);

  test('behavior: every action is pinned by commit, with the version next to it', () => {
    expect(unpinned(text)).toEqual([]);
    // From the parsed YAML, however it is written: reading lines could miss one.
    const parsed = [...jobs.map(([, job]) => job), ...steps].filter(({ uses }) => uses);
    expect(usesOf(text)).toHaveLength(parsed.length);
  });

  test('behavior: jobs have only the permissions listed here', () => {
    const granted = jobs.map(([name, job]) => [name, job.permissions ?? workflow.permissions]);
    expect(Object.fromEntries(granted)).toEqual(GRANTED_PERMISSIONS[file]);
    expect([{}, READ_PERMISSIONS]).toContainEqual(workflow.permissions);
  });

  test('behavior: no outsider gets text into a script, or a token out of one', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    for (const step of checkouts) expect(step.with?.['persist-credentials']).toBe(false);
    expect(text).not.toMatch(/secrets\./);
  });

  test('behavior: no job runs for hours', () => {
    for (const [, job] of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
  });
});

describe('all workflows', () => {
  test('behavior: are those with listed permissions', () => {
    expect(files.toSorted()).toEqual(Object.keys(GRANTED_PERMISSIONS).toSorted());
  });

  test('behavior: use one commit of each action', () => {
    const versions = new Map<string, Set<string>>();
    for (const value of workflows.flatMap(({ text }) => usesOf(text))) {
      const [action = '', version = ''] = value.split('@');
      const repository = action.split('/').slice(0, 2).join('/');
      versions.set(repository, (versions.get(repository) ?? new Set()).add(version));
    }
    expect(versions.size).toBeGreaterThan(4);
    for (const [action, found] of versions) expect([...found], action).toHaveLength(1);
  });

  test('behavior: a release is a draft, made from a tag, and attested after a second build', () => {
    const release = workflows.find(({ file }) => file === 'release.yml');
    expect(release?.workflow.on).toEqual({ push: { tags: ['v*'] } });
    expect(release?.text).toMatch(/gh release create [^\n]*--draft/);
    expect(release?.text).not.toMatch(/gh release edit|--draft=false/);
    expect(release?.workflow.jobs['attest']).toMatchObject({ needs: 'reproduce' });
    expect(release?.workflow.jobs['reproduce']).toMatchObject({ needs: 'build' });
    expect(release?.workflow.jobs['build']).toMatchObject({ needs: 'test' });
    const compared = release?.workflow.jobs['reproduce']?.steps
      ?.map(({ run = '' }) => run)
      .join('\n');
    for (const kind of ['/*.zip', '/*.cdx.json', 'SHA256SUMS']) expect(compared).toContain(kind);
  });
});

describe('the check of pins', () => {
  const sha = 'de0fac2e4500dabe0009e67214ff5f5447ce83dd';
  test.for([
    'actions/checkout@v6',
    'actions/checkout@main',
    `actions/checkout@${sha.slice(0, 39)} # v6.0.2`,
    `actions/checkout@${sha}`,
    `actions/checkout@${sha} # v6`,
    `actions/checkout@${sha.toUpperCase()} # v6.0.2`,
    'docker://alpine:3',
    './.github/actions/own',
    '',
  ])('error: refuses “%s”', (uses) => {
    expect(unpinned(`steps:\n  - uses: ${uses}\n`)).toEqual([uses]);
    expect(unpinned(`steps:\n  - name: x\n    "uses" : ${uses}\n`)).toEqual([uses]);
  });

  test('behavior: accepts a pinned one', () => {
    expect(unpinned(`  - uses: github/codeql-action/init@${sha} # v4.35.1\n`)).toEqual([]);
  });
});
