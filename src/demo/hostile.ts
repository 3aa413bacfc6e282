import { ASK, TELL } from '../protocol/page.ts';
import { ATTACKS, type Attack, type Target } from './attacks.ts';
import { button, make, placeOf } from './elements.ts';
import { findProvider } from './provider.ts';

/*
 * The page of attacks. It uses the bare events, as a hostile page would.
 */

const DISCOVERY_MS = 1500;
const ANSWER_MS = 3000;
const FRAME_MS = 6000;

const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The first answer that carries this id. */
function answerTo(id: string): Promise<string | null> {
  const heard = new Promise<string>((resolve) => {
    window.addEventListener(TELL, (event) => {
      const text = String((event as CustomEvent<unknown>).detail);
      if (text.includes(id)) resolve(text);
    });
  });
  return Promise.race([heard, wait(ANSWER_MS).then(() => null)]);
}

const dispatch = (type: string, detail: string) =>
  window.dispatchEvent(new CustomEvent(type, { detail }));

function openFrame(): Promise<string> {
  const frame = make('iframe', {
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
  const late = wait(FRAME_MS).then(() => 'the frame did not report');
  return Promise.race([reported, late]).finally(() => frame.remove());
}

function attackCard(attack: Attack, target: Target): HTMLElement {
  const seen = make('p', { class: 'ending', role: 'status' });
  const run = async () => {
    seen.className = 'ending';
    seen.textContent = 'Running…';
    const { held, saw } = await attack
      .run(target)
      .catch((error: unknown) => ({ held: false, saw: `it threw ${String(error)}` }));
    seen.className = `ending ${held ? 'good' : 'bad'}`;
    seen.replaceChildren(make('strong', {}, held ? 'Held.' : 'Did not hold.'), ` Saw: ${saw}`);
  };
  return make(
    'section',
    { class: 'card attack' },
    make('h2', {}, attack.title),
    make('p', {}, attack.does),
    make('p', { class: 'note' }, make('strong', {}, 'Should happen: '), attack.expected),
    make('div', { class: 'actions' }, button(attack.title, run, { class: 'danger' })),
    seen,
  );
}

const provider = await findProvider(DISCOVERY_MS);
placeOf('absent').hidden = provider !== null;
if (provider) {
  const target: Target = {
    provider,
    ask: (text, id) => {
      const answer = answerTo(id);
      dispatch(ASK, text);
      return answer;
    },
    tell: (text) => {
      dispatch(TELL, text);
    },
    newId: () => crypto.randomUUID(),
    wait,
    frame: openFrame,
  };
  placeOf('attacks').replaceChildren(...ATTACKS.map((attack) => attackCard(attack, target)));
}
