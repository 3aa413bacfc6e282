import { ASK_EVENT, TELL_EVENT } from '../protocol/page-api.ts';
import { ATTACKS, type Attack, type AttackTarget } from './attacks.ts';
import { createButton, createElement, elementById } from './elements.ts';
import { findProvider } from './provider.ts';

/*
 * The page of attacks. It uses the bare events, like a hostile page would.
 */

const DISCOVERY_MS = 1500;
const ANSWER_MS = 3000;
const FRAME_MS = 6000;

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The first answer with this id. */
function awaitAnswer(id: string): Promise<string | null> {
  const answered = new Promise<string>((resolve) => {
    window.addEventListener(TELL_EVENT, (event) => {
      const text = String((event as CustomEvent<unknown>).detail);
      if (text.includes(id)) resolve(text);
    });
  });
  return Promise.race([answered, wait(ANSWER_MS).then(() => null)]);
}

const dispatch = (type: string, detail: string) =>
  window.dispatchEvent(new CustomEvent(type, { detail }));

function runFrame(): Promise<string> {
  const frame = createElement('iframe', {
    sandbox: 'allow-scripts',
    src: '/demo/frame',
    title: 'Sandboxed',
  });
  const reported = new Promise<string>((resolve) => {
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow) resolve(String(data));
    });
  });
  document.body.append(frame);
  const timedOut = wait(FRAME_MS).then(() => 'the frame did not report');
  return Promise.race([reported, timedOut]).finally(() => frame.remove());
}

function createAttackCard(attack: Attack, target: AttackTarget): HTMLElement {
  const statusLine = createElement('p', { class: 'ending', role: 'status' });
  const run = async () => {
    statusLine.className = 'ending';
    statusLine.textContent = 'Running…';
    const { held, observed } = await attack
      .run(target)
      .catch((error: unknown) => ({ held: false, observed: `it threw ${String(error)}` }));
    statusLine.className = `ending ${held ? 'good' : 'bad'}`;
    statusLine.replaceChildren(
      createElement('strong', {}, held ? 'Held.' : 'Did not hold.'),
      ` Saw: ${observed}`,
    );
  };
  return createElement(
    'section',
    { class: 'card attack' },
    createElement('h2', {}, attack.title),
    createElement('p', {}, attack.description),
    createElement(
      'p',
      { class: 'note' },
      createElement('strong', {}, 'Should happen: '),
      attack.expected,
    ),
    createElement(
      'div',
      { class: 'actions' },
      createButton(attack.title, run, { class: 'danger' }),
    ),
    statusLine,
  );
}

const provider = await findProvider(DISCOVERY_MS);
elementById('absent').hidden = provider !== null;
if (provider) {
  const target: AttackTarget = {
    provider,
    dispatchCall: (text, id) => {
      const answer = awaitAnswer(id);
      dispatch(ASK_EVENT, text);
      return answer;
    },
    dispatchAnswer: (text) => {
      dispatch(TELL_EVENT, text);
    },
    newId: () => crypto.randomUUID(),
    wait,
    runFrame,
  };
  elementById('attacks').replaceChildren(
    ...ATTACKS.map((attack) => createAttackCard(attack, target)),
  );
}
