import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { READ_SESSION } from '../../../src/protocol/operations.ts';
import type { OwnRequestView } from '../../../src/protocol/pending-request.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { authorizationWords } from '../../../src/ui/words/en/authorization.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { tabEffects } from '../page/tab-effects.ts';
import { popupWorld, profile, unlocked, type Answers } from '../page/world.ts';
import { useQueueWindow } from './queue-window.ts';
import { openedSubmit, openedVote, ownRequest, queueWorld, request } from './world.ts';

/*
 * What keeps a read session from being signed unseen: in each place the click that asks for it makes a
 * request, and a review stands before the prompt.
 */

const KEYLESS = { ...profile, keyId: null, passkeys: { rpId: null, credentials: [] } };
const drawWindow = useQueueWindow();
let root: HTMLElement;
let prompts = 0;

const prompter = {
  isAvailable: true,
  assert: () => {
    prompts += 1;
    return Promise.reject(new KeystampError('passkey_cancelled'));
  },
  register: () => Promise.reject(new KeystampError('passkey_cancelled')),
  forget: () => Promise.resolve(),
  cancel: () => undefined,
};

beforeAll(() => page.viewport(400, 640));
beforeEach(() => {
  prompts = 0;
});
afterEach(() => root.remove());

const unread = () => {
  throw new KeystampError('read_session_needed');
};
const state = { ...unlocked, profiles: [KEYLESS] };

function createAnswers(): Answers {
  let items: OwnRequestView[] = [];
  return {
    state: () => state,
    home: unread,
    query: unread,
    keys_list: () => [],
    records_kept: () => null,
    sites_list: () => [],
    activities_list: () => [],
    damaged_list: () => [],
    requests_list: () => ({ items }),
    requests_begin: ({ id }: { readonly id: string }) => {
      items = [ownRequest(Number(id.slice(-4)), READ_SESSION.name)];
      return items[0];
    },
    requests_open: ({ id }: { readonly id: string }) => ({
      ...openedSubmit(Number(id.slice(-4)), READ_SESSION.name, {}),
      stampChoice: openedVote(1, 'x').stampChoice,
    }),
  };
}

const start = () =>
  userEvent.click(
    page.getByRole('button', { name: popupWords['popup.readSession.title'] }).first(),
  );

const begun = (show: boolean) => [
  { input: { operation: READ_SESSION.name, profileId: profile.id, method: 'passkey', show } },
];

function createPage() {
  const world = popupWorld(createAnswers());
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  world.effects.hash.set('#/');
  return world;
}

test('behavior: in the popup its window asks, and nothing is decided', async () => {
  const world = createPage();
  startPopup(world.effects, root);
  await start();
  await expect.poll(() => world.calls('requests_begin')).toMatchObject(begun(true));
  expect(world.calls('requests_decide')).toEqual([]);
});

test('behavior: in the tab a dialog shows what is signed, and its button prompts', async () => {
  const world = createPage();
  startTab({ ...tabEffects(world.effects), authenticator: prompter }, root);
  await start();
  await expect.poll(() => world.calls('requests_begin')).toMatchObject(begun(false));
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(authorizationWords['authorization.read.why']))
    .toBeVisible();
  await expect.poll(() => root.querySelector('dialog .summary')).not.toBeNull();
  expect(prompts).toBe(0);
  await userEvent.click(
    dialog.getByRole('button', { name: authorizationWords['authorization.passkey.useNow'] }),
  );
  await expect.poll(() => prompts).toBe(1);
  expect(world.calls('requests_decide')).toEqual([]);
});

test('behavior: beside a site’s request it comes to the window as a request of its own', async () => {
  const answers: Answers = {
    keys_list: () => [],
    sites_list: () => [],
    query: unread,
    requests_begin: () => ownRequest(2, READ_SESSION.name),
  };
  const { world, queue } = queueWorld([request(1)], answers, prompter);
  const effects = { ...world.effects, authenticator: prompter };
  root = drawWindow({ queue, effects, placement: { finish: () => undefined }, state });
  await start();
  await expect.poll(() => world.calls('requests_begin')).toMatchObject(begun(true));
  expect(world.calls('requests_decide')).toEqual([]);
  expect(prompts).toBe(0);
});
