import { h, render, type ComponentChildren } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../src/ui/style.css';
import '../../../src/ui/settings/settings.css';
import { KeystampError, toWire } from '../../../src/protocol/errors.ts';
import type { KeyRotationView } from '../../../src/protocol/key-rotation.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { addRowWords } from '../../../src/ui/forms/words.ts';
import { addWords } from '../../../src/ui/i18n.ts';
import { Page } from '../../../src/ui/page/shell.tsx';
import { createTabStore } from '../../../src/ui/page/tab-store.ts';
import { AddPasskey } from '../../../src/ui/procedures/passkey/add-passkey.tsx';
import { RegisteredCard } from '../../../src/ui/procedures/passkey/registered-card.tsx';
import { RotationProgress } from '../../../src/ui/procedures/rotation/rotation-progress.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { authorizationWords } from '../../../src/ui/words/en/authorization.ts';
import { errorWords } from '../../../src/ui/words/en/errors.ts';
import { optionsWords } from '../../../src/ui/words/en/options.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { procedureWords } from '../../../src/ui/words/en/procedure.ts';
import { rotationWords } from '../../../src/ui/words/en/rotation.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { tabEffects } from '../page/tab-effects.ts';
import { entry, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * What the procedures of keys and passkeys say of an activity in each state that it can end in, or wait
 * in, with a worker that answers as told.
 */

const waitingForOthers = { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' } as EntryView['activity'];
const FOUND = {
  waiting: { state: 'pending', activity: waitingForOthers },
  stopped: { state: 'refused', error: toWire(new KeystampError('activity_failed')) },
  open: { state: 'unknown' },
  disproved: { state: 'mismatch', error: toWire(new KeystampError('reply_mismatch')) },
} as const satisfies Record<string, Partial<EntryView>>;
type Found = keyof typeof FOUND;

const rotation: KeyRotationView = {
  profileId: profile.id,
  baseUrl: profile.baseUrl,
  organizationId: profile.organizationId,
  userId: id(4),
  oldKeyId: id(3),
  newKeyId: id(6),
  newKeyName: 'Laptop 2',
  lifetime: null,
  startedAt: 0,
  direction: 'forward',
  registrationId: entry.id,
  removalId: id(8),
  oldKey: { id: id(3), name: 'Laptop', curve: 'P256', publicKey: `02${'a'.repeat(64)}` },
  newKey: { id: id(6), name: 'Laptop 2', curve: 'P256', publicKey: `02${'b'.repeat(64)}` },
  isStale: false,
} as KeyRotationView;

const record = {
  authenticatorId: id(11),
  authenticatorName: 'Phone',
  credentialId: 'AAAA',
  transports: [],
} as unknown as Parameters<typeof RegisteredCard>[0]['registered']['records'] extends
  readonly (infer R)[] | null
  ? R
  : never;

let root: HTMLElement;
let { settings } = unlocked;
beforeAll(async () => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  document.title = 'Keystamp';
  addRowWords();
  await page.viewport(700, 760);
});
beforeEach(() => {
  for (const words of [appWords, popupWords, optionsWords, authorizationWords, rotationWords])
    addWords(words);
  root = document.createElement('main');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
  applySettings(unlocked.settings);
});

/** A tab whose activities are all found so. */
function draw(found: Partial<EntryView>, children: ComponentChildren): void {
  const seen = { ...entry, activity: null, ...found };
  let isSubmitted = false;
  const world = popupWorld({
    // What is stored is what the page is drawn in.
    state: () => ({ ...unlocked, settings }),
    activities_submit: () => {
      isSubmitted = true;
      return { ...seen, state: 'sending', error: null, activity: null };
    },
    activities_get: () => {
      if (!isSubmitted) throw new KeystampError('activity_unknown');
      return seen;
    },
    rotations_resume: () => rotation,
    policies_predict: () => {
      throw new KeystampError('service_unreachable');
    },
    query: () => ({ apiKeys: [] }),
  } as Parameters<typeof popupWorld>[0]);
  // What it waits for is told by a snapshot that never comes.
  const effects = tabEffects({ ...world.effects, later: () => () => undefined });
  const register = async () => ({
    credentialId: 'BBBB',
    clientDataJson: '',
    attestationObject: '',
    transports: [],
    prfEnabled: false,
    prf: null,
  });
  const store = createTabStore({
    ...effects,
    authenticator: { ...effects.authenticator, register },
  });
  void store.readState();
  const title = h('h1', { key: 'title' }, 'Local service');
  render(h(Page, { store, children: [title, children] }), root);
}

const click = (name: string) => page.getByRole('button', { name, exact: true }).click();

const PROCEDURES = {
  rotation: async (found: Partial<EntryView>) => {
    draw(found, h(RotationProgress, { profile, rotation, startsAtOnce: true }));
  },
  'adding a passkey': async (found: Partial<EntryView>) => {
    const leave = () => undefined;
    const props = { profile, userId: id(4), exclude: [], onClose: leave, onAdded: leave };
    draw(found, h(AddPasskey, props));
    await click(authorizationWords['authorization.passkey.make']);
  },
  'removing a passkey': async (found: Partial<EntryView>) => {
    const registered = { records: [record], load: () => undefined, busy: false, error: null };
    const user = { findId: async () => id(4) };
    draw(found, h(RegisteredCard, { profile, user, registered }));
    await click('Remove Phone from the service');
    await click(authorizationWords['authorization.passkey.removeDo']);
  },
};
type Procedure = keyof typeof PROCEDURES;

/** What each says of itself in each state. */
const SAYS: Record<Procedure, Record<Found, string>> = {
  rotation: {
    waiting: rotationWords['rotation.waitsRegistration'],
    stopped: rotationWords['rotation.undo'],
    open: rotationWords['rotation.unsure'],
    disproved: rotationWords['rotation.unsure'],
  },
  'adding a passkey': {
    waiting: authorizationWords['authorization.passkey.pending'],
    stopped: authorizationWords['authorization.passkey.notRegistered'],
    open: authorizationWords['authorization.passkey.unsure'],
    disproved: authorizationWords['authorization.passkey.unsure'],
  },
  'removing a passkey': {
    waiting: authorizationWords['authorization.passkey.removeWaits'],
    stopped: errorWords.activity_failed,
    open: authorizationWords['authorization.passkey.unsure'],
    disproved: authorizationWords['authorization.passkey.unsure'],
  },
};
/** What all of them say. */
const SHARED: Record<Found, string> = {
  waiting: procedureWords['procedure.toActivity'],
  stopped: errorWords.activity_failed,
  open: procedureWords['procedure.open'],
  disproved: procedureWords['procedure.tell'],
};
const FOUND_STATES = Object.keys(FOUND) as Found[];

describe.each(Object.entries(PROCEDURES))('%s', (name, open) => {
  for (const theme of ['light', 'dark'] as const) {
    test.each(FOUND_STATES)(`behavior: %s, ${theme}`, async (state) => {
      settings = { ...unlocked.settings, theme };
      applySettings(settings);
      await open(FOUND[state]);
      await expect
        .poll(() => root.querySelector<HTMLElement>('[data-run]')?.dataset['run'])
        .toBe(state);
      for (const text of [SAYS[name as Procedure][state], SHARED[state]])
        await expect.poll(() => root.innerText).toContain(text);
      // Nobody says that it wasn't done where nobody knows.
      const isCertain = state === 'stopped' && name === 'adding a passkey';
      expect(root.innerText.includes('hasn’t registered it')).toBe(isCertain);
      expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
      await takePicture(`procedures/${name.replaceAll(' ', '-')}-${state}-${theme}`);
    });
  }
});
