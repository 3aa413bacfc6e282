import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { h, render } from 'preact';
import { useState } from 'preact/hooks';
import '../../../src/ui/style.css';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { Button } from '../../../src/ui/components/button.tsx';
import { Radios } from '../../../src/ui/components/choices.tsx';
import { Field } from '../../../src/ui/components/field.tsx';
import { Form, useForm } from '../../../src/ui/components/form.tsx';
import { TextInput } from '../../../src/ui/components/inputs.tsx';
import { addWords } from '../../../src/ui/i18n.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';

/* What every form does when it is submitted: say what is wrong, lead there, and send once. */

let root: HTMLElement;
beforeAll(() => addWords(appWords));
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
});
afterEach(() => {
  render(null, root);
  root.remove();
});

/** Two texts and a choice, each needed; `send` gets the texts. */
function TwoFields({ send }: { readonly send: (texts: readonly string[]) => Promise<unknown> }) {
  const [texts, setTexts] = useState(['first', '']);
  const [choice, setChoice] = useState('');
  const form = useForm(!texts.includes('') && choice !== '', () => send(texts));
  const fault = (isMissing: boolean) => (form.tried && isMissing ? 'Missing.' : null);
  const change = (at: number, text: string) =>
    setTexts(texts.map((other, index) => (index === at ? text : other)));
  const options = ['a', 'b'].map((value) => ({ value, label: value }));
  const actions = h(Button, { submit: true, busy: form.busy, children: 'Send' });
  const children = [
    ...texts.map((value, at) =>
      h(Field, {
        key: at,
        label: `Text ${at}`,
        error: fault(value === ''),
        children: (ids) =>
          h(TextInput, { ...ids, value, onInput: (text: string) => change(at, text) }),
      }),
    ),
    h(Field, {
      key: 'choice',
      label: 'Choice',
      group: true,
      error: fault(choice === ''),
      children: (ids) => h(Radios, { ...ids, options, value: choice, onChange: setChoice }),
    }),
  ];
  return h(Form, { form, actions, children });
}

const inputs = () => [...root.querySelectorAll<HTMLInputElement>('input')];
const button = () => root.querySelector('button');
const faults = () => [...root.querySelectorAll('.field-error')].map((one) => one.textContent);

describe('a form', () => {
  test('behavior: says nothing before the first attempt, then leads to the first refused field', async () => {
    const sent: unknown[] = [];
    render(h(TwoFields, { send: async (texts) => sent.push(texts) }), root);
    expect(faults()).toEqual(['', '', '']);
    button()?.click();
    await expect.poll(faults).toEqual(['', 'Missing.', 'Missing.']);
    expect(document.activeElement).toBe(inputs()[1]);
    await userEvent.keyboard('second{Enter}');
    // A group isn't an input: its first one has the focus.
    await expect.poll(() => document.activeElement).toBe(inputs()[2]);
    expect(sent).toEqual([]);
    inputs()[3]?.click();
    await expect.poll(faults).toEqual(['', '', '']);
    button()?.click();
    await expect.poll(() => sent).toEqual([['first', 'second']]);
  });

  test('error: sends one at a time, and says why it failed', async () => {
    const answers: ((error: Error) => void)[] = [];
    render(h(TwoFields, { send: () => new Promise((_, fail) => answers.push(fail)) }), root);
    await userEvent.type(inputs()[1] ?? root, 'second');
    inputs()[2]?.click();
    await expect.poll(() => inputs()[2]?.checked).toBe(true);
    const element = root.querySelector('form');
    element?.requestSubmit();
    await expect.poll(() => answers.length).toBe(1);
    await expect.poll(() => button()?.getAttribute('aria-busy')).toBe('true');
    element?.requestSubmit();
    expect(answers.length).toBe(1);
    answers[0]?.(new KeystampError('vault_behind'));
    await expect.poll(() => root.querySelector('.banner')?.textContent).toContain('vault_behind');
    expect(button()?.getAttribute('aria-busy')).toBeNull();
  });

  test('behavior: a canceled confirmation is no error', async () => {
    let calls = 0;
    const send = async () => {
      calls += 1;
      throw new KeystampError('reauthentication_needed');
    };
    render(h(TwoFields, { send }), root);
    await userEvent.type(inputs()[1] ?? root, 'second');
    inputs()[2]?.click();
    await expect.poll(() => inputs()[2]?.checked).toBe(true);
    button()?.click();
    await expect.poll(() => calls).toBe(1);
    await expect.poll(() => button()?.getAttribute('aria-busy')).toBeNull();
    expect(root.querySelector('.banner')).toBeNull();
  });

  test('behavior: who has gone on elsewhere keeps the focus there', async () => {
    const outside = document.createElement('input');
    document.body.append(outside);
    render(h(TwoFields, { send: async () => undefined }), root);
    outside.focus();
    root.querySelector('form')?.requestSubmit();
    await expect.poll(faults).toEqual(['', 'Missing.', 'Missing.']);
    expect(document.activeElement).toBe(outside);
    outside.remove();
  });
});
