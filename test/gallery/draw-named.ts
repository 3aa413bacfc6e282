import { draw } from './draw.ts';
import { SCENES } from './scenes.ts';

/** Draws the scene that the page's address names. */
export function drawNamed(): void {
  const query = new URLSearchParams(location.search);
  const scene = SCENES[query.get('scene') ?? ''];
  const root = document.getElementById('app');
  if (scene && root) draw(scene, root, query.get('theme') === 'dark' ? 'dark' : 'light');
}
