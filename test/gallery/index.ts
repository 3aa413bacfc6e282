import { pageSize } from './draw.ts';
import { SCENES } from './scenes.ts';

/*
 * All scenes, each in a frame of its page's size: in both themes, in German, and with text of twice the size.
 */

const LOOKS: Readonly<Record<string, string>> = {
  light: 'theme=light',
  dark: 'theme=dark',
  German: 'theme=light&locale=de',
  '200 %': 'theme=light&text=200',
};

document.body.style.cssText = 'display: flex; flex-wrap: wrap; gap: 16px; font-family: sans-serif';
for (const [name, scene] of Object.entries(SCENES)) {
  for (const [look, query] of Object.entries(LOOKS)) {
    const [width, height] = pageSize(scene);
    const figure = document.createElement('figure');
    figure.style.margin = '0';
    const frame = document.createElement('iframe');
    const page = scene.page === 'tab' ? 'tab' : 'popup';
    Object.assign(frame, { title: name, width, height, loading: 'lazy' });
    frame.src = `./${page}.html?scene=${name}&${query}`;
    const caption = document.createElement('figcaption');
    caption.textContent = `${name}, ${look}`;
    figure.append(caption, frame);
    document.body.append(figure);
  }
}
