import { batch, computed, signal } from '@preact/signals';
import * as v from 'valibot';
import type { Check } from '../../../messaging/calls.ts';
import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import { label } from '../../../protocol/fields.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { createKey } from './pasted.ts';
import { NOT_STARTED, runImport, type Job, type Run, type RunEffects } from './run.ts';

/** The steps of the page, in their order. */
export const STEPS = ['key', 'formats', 'name', 'review', 'run'] as const;
export type Step = (typeof STEPS)[number];

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
  const runner = createRunner(effects);

  const nameRule = computed(() => {
    const parsed = v.safeParse(label, name.value.trim());
    return parsed.success ? null : parsed.issues[0].message;
  });

  async function start(): Promise<void> {
    const reading = key.reading.peek();
    const known = who.check.peek();
    const read = key.read.peek();
    if (!reading || !known || read.kind !== 'held') return;
    step.value = 'run';
    await runner.start({
      profile: profile.peek(),
      userId: known.userId,
      name: name.peek().trim(),
      formats: key.formats.peek(),
      held: read.key,
      reading,
    });
  }

  function leave(): void {
    runner.leave();
    key.forget();
  }

  /** From the beginning; nothing stays. */
  function startOver(): void {
    leave();
    batch(() => {
      runner.run.value = null;
      name.value = '';
      step.value = 'key';
      who.forget();
    });
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
    run: runner.run,
    start,
    leave,
    startOver,
    /** Another profile gets the key: who stamps there is asked anew. */
    choose: (next: Profile): void => {
      // What is encrypted is for one organization, and the key itself is gone.
      if (runner.run.peek()?.sealed) startOver();
      profile.value = next;
      runner.run.value = null;
      who.forget();
    },
  };
}

/** One run at a time; what an earlier one tells is not heard any more. */
function createRunner(effects: RunEffects) {
  const run = signal<Run | null>(null);
  let life = 0;
  let last: Job['held'] | null = null;

  async function start(job: Omit<Job, 'sealed'>): Promise<void> {
    if (run.peek()?.state === 'going') return;
    // Encrypted once, a key is sent again as it is: but that key, and nowhere else.
    const sealed = last === job.held ? (run.peek()?.sealed ?? null) : null;
    last = job.held;
    const own = ++life;
    const left = (): boolean => own !== life;
    run.value = { ...NOT_STARTED, sealed };
    const tell = (change: Partial<Run>): void => {
      const now = run.peek();
      if (!left() && now) run.value = { ...now, ...change };
    };
    await runImport(effects, { ...job, sealed }, tell, left);
  }

  return { run, start, leave: () => void life++ };
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
