import { batch, computed, effect, signal } from '@preact/signals';
import * as v from 'valibot';
import type { Check } from '../../../messaging/calls.ts';
import {
  holdFile,
  holdKey,
  refusalOf,
  type HeldKey,
  type KeyReading,
  type Refused,
} from '../../../messaging/import/held-key.ts';
import { chosenAtFirst, offersFor } from '../../../messaging/import/offers.ts';
import { preview } from '../../../messaging/import/proof.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import { label } from '../../../protocol/fields.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { NOT_STARTED, runImport, type Run, type RunEffects } from './run.ts';

/** The steps of the page, in their order. */
export const STEPS = ['key', 'formats', 'name', 'review', 'run'] as const;
export type Step = (typeof STEPS)[number];

/** The key that is held, or why the text is none. */
export type Read =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'held'; readonly key: HeldKey; readonly file: string | null }
  | { readonly kind: 'refused'; readonly refused: Refused; readonly file: string | null };

const NOTHING: Read = { kind: 'nothing' };

/** What the text does not tell. */
type Choice = Parameters<typeof holdKey>[1];
/** A format that can be chosen. */
export type Format = ReturnType<typeof chosenAtFirst>[number];

export type Flow = ReturnType<typeof createFlow>;

/**
 * One import, from the paste to the proof. The key's bytes are behind `read`; whoever drops the flow
 * calls `leave`, which wipes them.
 */
export function createFlow(effects: RunEffects, first: Profile) {
  const step = signal<Step>('key');
  const key = createKey();
  const name = signal('');
  const profile = signal(first);
  const who = createWho(effects);
  const run = signal<Run | null>(null);
  let life = 0;
  let sealedOf: HeldKey | null = null;

  const nameRule = computed(() => {
    const parsed = v.safeParse(label, name.value.trim());
    return parsed.success ? null : parsed.issues[0].message;
  });

  async function start(): Promise<void> {
    const reading = key.reading.peek();
    const known = who.check.peek();
    const read = key.read.peek();
    if (!reading || !known || read.kind !== 'held' || run.peek()?.state === 'going') return;
    // Encrypted once, a key is sent again as it is: but that key, and nowhere else.
    const sealed = sealedOf === read.key ? (run.peek()?.sealed ?? null) : null;
    sealedOf = read.key;
    const own = ++life;
    step.value = 'run';
    run.value = { ...NOT_STARTED, sealed };
    const job = {
      profile: profile.peek(),
      userId: known.userId,
      name: name.peek().trim(),
      formats: key.formats.peek(),
      held: read.key,
      reading,
      sealed,
    };
    const tell = (change: Partial<Run>): void => {
      if (own === life && run.peek()) run.value = { ...NOT_STARTED, ...run.peek(), ...change };
    };
    await runImport(effects, job, tell, () => own !== life);
  }

  function leave(): void {
    life++;
    key.forget();
  }

  return {
    step,
    ...key,
    name,
    nameRule,
    profile,
    who: who.check,
    whoError: who.error,
    identify: () => who.ask(profile.peek()),
    run,
    start,
    leave,
    /** Another profile gets the key: who stamps there is asked anew. */
    choose: (next: Profile): void => {
      profile.value = next;
      run.value = null;
      who.forget();
    },
    /** From the beginning; nothing stays. */
    startOver: (): void => {
      leave();
      batch(() => {
        run.value = null;
        name.value = '';
        step.value = 'key';
        who.forget();
      });
    },
  };
}

/** The key and its curve; the formats follow them. */
function createKey() {
  const input = createInput();
  const curve = signal<KeyReading['curve'] | null>(null);
  const formats = signal<readonly Format[]>([]);

  const reading = computed<KeyReading | null>(() => {
    if (input.read.value.kind !== 'held') return null;
    const { readings } = input.read.value.key;
    if (readings.length === 1) return readings[0];
    return readings.find((one) => one.curve === curve.value) ?? null;
  });
  const offers = computed(() => (reading.value ? offersFor(reading.value) : []));
  const addresses = computed<ReadonlyMap<string, string>>(() => {
    if (!reading.value) return new Map();
    const made = preview(reading.value.publicKey, formats.value);
    return new Map(made.map((one) => [one.format, one.address]));
  });
  // Another key or curve has other formats; what was chosen for the last one does not fit.
  effect(() => {
    formats.value = reading.value ? chosenAtFirst(reading.value) : [];
  });

  return {
    ...input,
    curve,
    formats,
    reading,
    offers,
    addresses,
    toggle: (format: Format, on: boolean): void => {
      const others = formats.peek().filter((one) => one !== format);
      formats.value = on ? [...others, format] : others;
    },
    forget: (): void => {
      input.forget();
      curve.value = null;
    },
  };
}

/** Where a text came from, to read it once more: it is kept by its input or its file alone. */
type Source =
  | { readonly kind: 'text'; readonly text: () => string }
  | { readonly kind: 'file'; readonly file: File };

/** From text or file to a key that is held. The last one asked for counts. */
function createInput() {
  const read = signal<Read>(NOTHING);
  let source: Source | null = null;
  let asked = 0;

  function take(next: Read): void {
    const before = read.peek();
    if (before.kind === 'held') before.key.wipe();
    read.value = next;
  }

  function readText(text: string, again: () => string, choice?: Choice): void {
    asked++;
    source = { kind: 'text', text: again };
    if (text === '') return take(NOTHING);
    try {
      take({ kind: 'held', key: holdKey(text, choice), file: null });
    } catch (error) {
      take({ kind: 'refused', refused: refusalOf(error), file: null });
    }
  }

  async function readFile(file: File, choice?: Choice): Promise<void> {
    const own = ++asked;
    const { name } = file;
    const next = await holdFile(file, choice).then(
      (key): Read => ({ kind: 'held', key, file: name }),
      (error: unknown): Read => ({ kind: 'refused', refused: refusalOf(error), file: name }),
    );
    if (own === asked) {
      source = { kind: 'file', file };
      take(next);
    } else if (next.kind === 'held') next.key.wipe();
  }

  return {
    read,
    readText,
    readFile,
    /** The same text or file, with what it does not tell by itself. */
    readAgain: async (choice: Choice): Promise<void> => {
      if (source?.kind === 'file') await readFile(source.file, choice);
      if (source?.kind === 'text') readText(source.text(), source.text, choice);
    },
    forget: (): void => {
      asked++;
      source = null;
      take(NOTHING);
    },
  };
}

/** Who stamps for a profile, by the service's own word. */
function createWho({ client }: Pick<RunEffects, 'client'>) {
  const check = signal<Check | null>(null);
  const error = signal<WireError | null>(null);
  let asked = 0;

  function forget(): void {
    asked++;
    batch(() => {
      check.value = null;
      error.value = null;
    });
  }

  async function ask({ id, organizationId }: Profile): Promise<void> {
    forget();
    const own = asked;
    try {
      const known = await client.call('profiles_check', { id });
      if (own !== asked) return;
      if (known.organizationId.toLowerCase() === organizationId.toLowerCase()) check.value = known;
      else
        error.value = toWire(
          new KeystampError('reply_mismatch', undefined, { field: 'organizationId' }),
        );
    } catch (cause) {
      if (own === asked) error.value = toWire(cause);
    }
  }

  return { check, error, ask, forget };
}
