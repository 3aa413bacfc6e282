import { h, render } from 'preact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { useReading } from '../../../src/ui/components/use-reading.ts';

/* What a screen reads: the latest reading counts, however long an earlier one takes. */

type Answer = { readonly give: (value: string) => void; readonly fail: (cause: Error) => void };

let root: HTMLElement;
let answers: Answer[];
beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
  answers = [];
});
afterEach(() => {
  render(null, root);
  root.remove();
});

const read = () =>
  new Promise<string>((give, fail) => {
    answers.push({ give, fail });
  });

type Props = { readonly input: string; readonly keeps?: 'keeps'; readonly isOff?: boolean };

function Shown({ input, keeps, isOff }: Props) {
  const { value, error, retry } = useReading(
    () => (isOff ? undefined : read()),
    [input, isOff],
    keeps,
  );
  return h('button', { onClick: retry }, value ?? error?.code ?? 'nothing');
}

const show = (props: Props) => render(h(Shown, props), root);
const text = () => expect.poll(() => root.textContent);
const begun = (count: number) => expect.poll(() => answers.length).toBe(count);

test('behavior: a reading that was overtaken doesn’t count', async () => {
  show({ input: 'first' });
  await begun(1);
  show({ input: 'second' });
  await begun(2);
  answers[1]?.give('the second');
  await text().toBe('the second');
  answers[0]?.give('the first');
  await new Promise(requestAnimationFrame);
  expect(root.textContent).toBe('the second');
});

test.for([
  ['nothing', undefined],
  ['one', 'keeps'],
] as const)('behavior: while it reads again, it shows: %s', async ([shown, keeps]) => {
  const how = keeps && { keeps };
  show({ input: 'first', ...how });
  await begun(1);
  answers[0]?.give('one');
  await text().toBe('one');
  show({ input: 'second', ...how });
  await begun(2);
  await text().toBe(shown);
});

test('behavior: an error can be read away', async () => {
  show({ input: 'first' });
  await begun(1);
  answers[0]?.fail(new KeystampError('timeout'));
  await text().toBe('timeout');
  root.querySelector('button')?.click();
  await begun(2);
  answers[1]?.give('one');
  await text().toBe('one');
});

test('behavior: what has nothing to read shows nothing more', async () => {
  show({ input: 'first' });
  await begun(1);
  answers[0]?.give('one');
  await text().toBe('one');
  show({ input: 'first', isOff: true });
  await text().toBe('nothing');
  expect(answers).toHaveLength(1);
});
