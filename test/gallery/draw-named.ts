import { draw, pressMain } from './draw.ts';
import { SCENES } from './scenes.ts';

/** Draws the scene that the page's address names: in its theme, language and size of text, in percent. */
export function drawNamed(): void {
  const query = new URLSearchParams(location.search);
  const scene = SCENES[query.get('scene') ?? ''];
  const root = document.getElementById('app');
  if (!scene || !root) return;
  document.documentElement.style.fontSize = `${query.get('text') ?? '100'}%`;
  const locale = query.get('locale') === 'de' ? 'de' : 'en';
  draw(scene, root, query.get('theme') === 'dark' ? 'dark' : 'light', locale);
  void pressMain(scene, root);
}
