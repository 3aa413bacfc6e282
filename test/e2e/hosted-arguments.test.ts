import { expect, test } from 'vitest';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { readHosted } from './hosted-arguments.ts';

test('behavior: takes nodes of chains, rates and names', () => {
  const url = 'http://127.0.0.1:8545/';
  const { port, rpc, options } = readHosted(['--rpc', `${LOCAL_CHAIN}=${url}`, '--rate', '1']);
  expect([port, rpc, options.rates.organization]).toEqual([0, [{ chain: LOCAL_CHAIN, url }], 1]);
  expect(readHosted(['--no-local']).options.hasLocalHelpers).toBe(false);
  expect(readHosted(['--allowed-host', 'Keys.Example']).options.allowedHosts).toEqual([
    'keys.example',
  ]);
});

test.for(['--data there', '--log json', '--people there', '--metrics-port 1', '--migrate'])(
  'error: %s is not dropped',
  (text) => {
    expect(() => readHosted(text.split(' '))).toThrow(`startService) for ${text}`);
  },
);

test('error: what no service takes', () => {
  expect(() => readHosted(['--nonsense'])).toThrow('--nonsense');
  expect(() => readHosted(['--help'])).toThrow('--help starts no service');
});
