import type { EntryView } from './outbox-entry.ts';
import type { PasskeyPrompt } from './passkey.ts';

/*
 * What Keystamp's own pages want stamped by a passkey. The body is made first and kept in memory; a page
 * of ours shows it, prompts, and hands the answer back.
 */

type Values = Readonly<Record<string, unknown>>;

/**
 * - `submit`: an activity, which goes to the outbox
 * - `query`: one question, answered to the page that finishes it
 * - `look`: a read session, so that a profile of passkeys can read for a while
 */
export type CeremonyKind = 'submit' | 'query' | 'look';

/** A request that waits for a passkey, for lists. */
export type CeremonyView = {
  /** Of an activity: the id that its entry will have. */
  readonly id: string;
  readonly kind: CeremonyKind;
  readonly profileId: string;
  readonly operation: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/** Everything about one: what a person sees before the prompt. */
export type OpenedCeremony = CeremonyView & {
  /** Activity type; null for a question. */
  readonly type: string | null;
  /** As they will be stamped, secret ones left out. */
  readonly parameters: Values;
  /** The exact text; null where a secret is in it. */
  readonly body: string | null;
  /** SHA-256 of the body, hex: the challenge is its UTF-8. */
  readonly digest: string;
  readonly prompt: PasskeyPrompt;
};

/** What came of it. */
export type CeremonyEnd =
  | { readonly kind: 'submit'; readonly entry: EntryView }
  | { readonly kind: 'query'; readonly result: Values }
  /** When the read session ends, milliseconds since the epoch. */
  | { readonly kind: 'look'; readonly until: number };
