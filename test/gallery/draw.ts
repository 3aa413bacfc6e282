import { h, render } from 'preact';
import { applySettings, startOwnPage } from '../../src/ui/components/own-page.ts';
import { QueueView } from '../../src/ui/review/queue-view.tsx';
import { addWords } from '../../src/ui/i18n.ts';
import { startPopup } from '../../src/ui/page/popup.tsx';
import { startTab } from '../../src/ui/page/tab.tsx';
import { confirmWords } from '../../src/ui/words/en/confirm.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { queueWorld } from '../ui/review/world.ts';
import { tabEffects } from '../ui/page/tab-effects.ts';
import { popupWorld, profile, unlocked } from '../ui/page/world.ts';
import { answersOf, type Scene } from './scenes.ts';

const NOW = 1_000_000;

/** A page no wider than this has no list beside what was opened from it. */
const NARROW = 700;

const SIZES = {
  popup: [380, 600],
  tab: [1100, 760],
  confirm: [400, 640],
} as const;

/** The width and height of a scene's page, in CSS pixels. */
export const pageSize = ({ page, size }: Scene): readonly [width: number, height: number] =>
  size ?? SIZES[page];

/** Draws the scene in `root`. */
export function draw(
  scene: Scene,
  root: HTMLElement,
  theme: 'light' | 'dark',
  locale = unlocked.settings.locale,
): void {
  const { documentElement } = document;
  documentElement.className = scene.page === 'tab' ? '' : 'popup';
  const settings = { ...unlocked.settings, ...scene.state?.settings, theme, locale };
  const state = { ...unlocked, ...scene.state, settings };
  const answers = answersOf({ ...scene, state });
  if (scene.page === 'confirm') return drawQueue(scene, root, answers, settings);
  const { effects, setWide } = popupWorld(answers, null, scene.kept);
  startOwnPage({ now: () => NOW, root: documentElement });
  applySettings(settings);
  effects.hash.set(scene.at ?? '#/');
  setWide(pageSize(scene)[0] > NARROW);
  if (scene.page === 'popup') return startPopup(effects, root);
  const mayNotify = async () => Promise.resolve(true);
  const browserVersion = async () => Promise.resolve(null);
  startTab({ ...tabEffects(effects), mayNotify, browserVersion }, root);
}

function drawQueue(
  { requests = [], state }: Scene,
  root: HTMLElement,
  answers: ReturnType<typeof answersOf>,
  settings: typeof unlocked.settings,
): void {
  document.documentElement.className = 'popup confirm';
  startOwnPage({ now: () => NOW, root: document.documentElement });
  applySettings(settings);
  for (const words of [confirmWords, popupWords]) addWords(words);
  const { requests_list: _, ...rest } = answers;
  const { world, queue } = queueWorld([...requests], rest);
  const placement = { finish: () => undefined };
  const effects = { ...world.effects, authenticator: null };
  const profiles = state?.profiles ?? [{ ...profile, known: null }];
  render(
    h(QueueView, { queue, effects, placement, state: { ...unlocked, profiles, settings } }),
    root,
  );
}

/** Presses the main button as often as a scene says, each time that of another screen, once it may be used. */
export async function pressMain({ presses = 0 }: Scene, root: HTMLElement): Promise<void> {
  const usable = 'footer button:not(:disabled, [data-armed="false"])';
  let pressed: HTMLElement | undefined;
  for (let count = 0; count < presses; count += 1) {
    const find = () => [...root.querySelectorAll<HTMLElement>(usable)].at(-1);
    while (!find() || find() === pressed)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    pressed = find();
    pressed?.click();
  }
}
