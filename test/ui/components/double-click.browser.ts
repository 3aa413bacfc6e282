import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stopStrayDoubleClicks } from '../../../src/ui/components/own-page.ts';

/*
 * Double clicks of a real mouse in a real Chromium, on controls that give way to others.
 */

let root: HTMLElement;
let stop: () => void;
let clicks: string[];

beforeEach(async () => {
  await page.viewport(380, 200);
  clicks = [];
  root = document.createElement('main');
  document.body.append(root);
  stop = stopStrayDoubleClicks(document.documentElement);
});

afterEach(() => {
  stop();
  root.remove();
});

/** Shows nothing but this, at the same place as what was there before. */
function show(html: string): void {
  root.innerHTML = html;
  for (const control of root.querySelectorAll<HTMLElement>('button, a')) {
    control.style.cssText = 'display: block; inline-size: 200px; block-size: 60px';
    control.addEventListener('click', () => clicks.push(control.textContent));
  }
}

/** The first click on the one control draws the other. */
function showInTurn(first: string, second: string): void {
  show(first);
  root.querySelector('button')?.addEventListener('click', () => show(second), { once: true });
}

const control = (name: string) => page.getByText(name);

describe('a double click', () => {
  test.each([
    ['a button', '<button><b>Leave</b></button>'],
    ['a link', '<a href="#gone">Leave</a>'],
  ])('behavior: its second click isn’t one on %s that came with the first', async (_, next) => {
    showInTurn('<button>Approve</button>', next);
    await userEvent.dblClick(control('Approve'));
    expect(clicks).toEqual(['Approve']);
    expect(location.hash).toBe('');
    await userEvent.click(control('Leave'));
    expect(clicks).toEqual(['Approve', 'Leave']);
    location.hash = '';
  });

  test('behavior: a third click isn’t one either', async () => {
    showInTurn('<button>Approve</button>', '<button>Leave</button>');
    await userEvent.tripleClick(control('Approve'));
    expect(clicks).toEqual(['Approve']);
  });

  test('behavior: on one control it is two clicks, also where its inside changed', async () => {
    show('<button><b>Approve</b></button>');
    const button = root.querySelector('button');
    button?.addEventListener('click', () => button.replaceChildren('Approving'), { once: true });
    await userEvent.dblClick(control('Approve'));
    expect(clicks).toEqual(['Approve', 'Approving']);
  });

  test('behavior: a box by its label, and words in a text', async () => {
    show('<label>Every day <input type="checkbox"></label><p>payroll</p>');
    const box = root.querySelector('input');
    await userEvent.dblClick(control('Every day'));
    expect(box?.checked).toBe(false);
    await userEvent.click(control('Every day'));
    expect(box?.checked).toBe(true);
    await userEvent.dblClick(control('payroll'));
    expect(getSelection()?.toString().trim()).toBe('payroll');
  });

  test('behavior: the keyboard isn’t concerned', async () => {
    showInTurn('<button>Approve</button>', '<button>Leave</button>');
    await userEvent.dblClick(control('Approve'));
    root.querySelector('button')?.focus();
    await userEvent.keyboard('{Enter}');
    expect(clicks).toEqual(['Approve', 'Leave']);
  });
});
