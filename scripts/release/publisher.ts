import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { StepError } from '../progress.mjs';

/*
 * Who publishes Keystamp: the one place where owner, addresses and contacts stand. A development
 * build goes without; a release is refused until all are there (`npm run prepare-release`).
 */

export const PUBLISHER_FILE = 'store/publisher.json';

const MAX_LENGTH = 200;
const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_LENGTH));
const isAddress = (value: string): boolean => {
  const { protocol, username, hostname } = URL.parse(value) ?? { protocol: '' };
  return (
    protocol === 'https:' &&
    username === '' &&
    !/(^|\.)(example|invalid|test)(\.\w+)?$/.test(hostname ?? '')
  );
};
const address = v.pipe(text, v.check(isAddress, 'an https address'));
const email = v.pipe(
  text,
  v.email('an e-mail address'),
  v.check((value) => isAddress(`https://${value.split('@')[1]}`), 'an e-mail address that exists'),
);

const FIELDS = {
  /** The person or company that publishes it. */
  name: v.nullable(text),
  homepage: v.nullable(address),
  /** Where the source is, without `.git`. */
  repository: v.nullable(address),
  /** Where faults are reported in public. */
  issues: v.nullable(address),
  /** Of the stores’ forms and the privacy statement. */
  contact: v.nullable(email),
  /** Where vulnerabilities are reported in private, away from the host of the source. */
  security: v.nullable(email),
  /** Where the filled-in store/privacy.md is published. */
  privacy: v.nullable(address),
} as const;
export type Publisher = { readonly [name in keyof typeof FIELDS]: string };

/** What is known of it, and the fields that nobody has filled in yet. */
export type KnownPublisher = {
  readonly known: Partial<Publisher>;
  readonly missing: readonly string[];
};

/**
 * Reads {@link PUBLISHER_FILE}; null stands for what isn't known. Throws a `StepError` that names the
 * field with a value of another kind.
 */
export function readPublisher(root: string): KnownPublisher {
  const contents: unknown = JSON.parse(readFileSync(join(root, PUBLISHER_FILE), 'utf8'));
  const read = v.safeParse(v.strictObject(FIELDS), contents);
  if (!read.success) throw new StepError(`${PUBLISHER_FILE}: ${v.summarize(read.issues)}`);
  const known = Object.entries(read.output).filter(([, value]) => value !== null);
  const missing = Object.keys(FIELDS).filter((name) => !known.some(([one]) => one === name));
  return { known: Object.fromEntries(known), missing };
}

/** The publisher of a release. Throws a `StepError` that lists what is missing. */
export function demandPublisher(root: string): Publisher {
  const { known, missing } = readPublisher(root);
  if (missing.length === 0) return known as Publisher;
  throw new StepError(
    `${PUBLISHER_FILE} lacks ${missing.join(', ')}: a release says whose it is and how to reach them.`,
  );
}

/** What npm wants to know of it, for each package.json of a release (docs.npmjs.com, package.json). */
export function packageFields({
  name,
  homepage,
  repository,
  issues,
  security,
}: Partial<Publisher>) {
  return {
    ...(name ? { author: name } : {}),
    ...(homepage ? { homepage } : {}),
    ...(repository ? { repository: { type: 'git', url: `git+${repository}.git` } } : {}),
    ...(issues && security ? { bugs: { url: issues, email: security } } : {}),
  };
}
