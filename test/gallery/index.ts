import { pageSize } from './draw.ts';
import { SCENES } from './scenes.ts';

/* All scenes in both themes, each in a frame of its page's size. */

document.body.style.cssText = 'display: flex; flex-wrap: wrap; gap: 16px; font-family: sans-serif';
for (const [name, scene] of Object.entries(SCENES)) {
  for (const theme of ['light', 'dark']) {
    const [width, height] = pageSize(scene);
    const figure = document.createElement('figure');
    figure.style.margin = '0';
    const frame = document.createElement('iframe');
    const page = scene.page === 'tab' ? 'tab' : 'popup';
    Object.assign(frame, { title: name, width, height, loading: 'lazy' });
    frame.src = `./${page}.html?scene=${name}&theme=${theme}`;
    const caption = document.createElement('figcaption');
    caption.textContent = `${name}, ${theme}`;
    figure.append(caption, frame);
    document.body.append(figure);
  }
}
