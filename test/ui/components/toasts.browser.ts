import '../../../src/ui/style.css';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showToast } from '../../../src/ui/components/toasts.tsx';
import { draw, pageSize } from '../../gallery/draw.ts';
import { SCENES } from '../../gallery/scenes.ts';

/* A message that stays ten seconds must not lie over what the user presses next. */

let root: HTMLElement;
afterEach(() => root.remove());

test.for(['popup-create-users', 'popup-send', 'tab-form'])(
  'behavior: a message leaves the action of %s in reach',
  async (name) => {
    const scene = SCENES[name];
    if (!scene) throw new Error(`no scene ${name}`);
    await page.viewport(...pageSize(scene));
    root = document.createElement('div');
    document.body.append(root);
    draw(scene, root, 'light');
    const action = page.getByRole('button', { name: 'Review', exact: true });
    await expect.element(action).toBeVisible();
    showToast('Wallet renamed', 'good', { label: 'Undo', open: () => undefined });
    const toast = page.getByText('Wallet renamed');
    await expect.element(toast).toBeVisible();
    const box = toast.element().closest('.toast')?.getBoundingClientRect();
    const below = action.element().getBoundingClientRect();
    expect(box?.bottom).toBeLessThanOrEqual(below.top);
  },
);
