// The settings of `npm run service`, each by flag or by environment variable: what it takes, what it
// is when left out, and what it does. Parser, --help and docs/running.md follow from this table.
import * as v from 'valibot';
import { label } from '../protocol/fields.ts';
import '../protocol/text-rules.ts';
import { readToken } from './balances.ts';
import { readRpcAddress } from './chains.ts';
import { LOG_FORMS } from './log.ts';
import { COMMAND, DEMO_FOLDER } from './program.ts';
import { readProxyRange } from './trusted-proxies.ts';

/** What a setting takes, in words and as a check. */
type Value = { readonly words: string; readonly isValid: (text: string) => boolean };

export type Setting = {
  readonly flag: string;
  /** Stands for the value in --help; a setting without one is a switch. */
  readonly hint?: string;
  /** Left out for a switch. */
  readonly takes?: Value;
  /** May be given more than once. */
  readonly isList?: boolean;
  /** What it is when left out, in words where the program works it out. */
  readonly initial: string;
  /** Does one thing and ends, so it has no environment variable. */
  readonly isCommand?: boolean;
  readonly help: string;
};

const PREFIX = 'KEYSTAMP_SERVICE_';
export const MASTER_KEY_VARIABLE = `${PREFIX}KEY`;
export const NEW_KEY_VARIABLE = `${PREFIX}NEW_KEY`;

function whole(min: number, max: number, unit = ''): Value {
  return {
    words: `a number from ${min} to ${max}${unit}`,
    isValid: (text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max,
  };
}

function oneOf(words: readonly string[]): Value {
  return { words: words.join(' or '), isValid: (text) => words.includes(text) };
}

const isGiven = (text: string) => text !== '';
const FOLDER: Value = { words: 'a folder', isValid: isGiven };
const RATE: Value = {
  words: 'a whole number of requests a second, 1 or more',
  isValid: (text) => /^[1-9]\d{0,6}$/.test(text),
};

/** An origin as browsers write it (RFC 6454, 6.2): no path, not even a slash. */
const isOrigin = (text: string) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/.test(text);

/** A host name, or an address as a Host header has it, without its port. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

const TABLE = [
  {
    flag: 'port',
    hint: 'N',
    takes: whole(0, 65_535),
    initial: '8788',
    help: 'port to listen on, 0 for any free one',
  },
  {
    flag: 'host',
    hint: 'ADDRESS',
    takes: { words: 'an address', isValid: isGiven },
    initial: '127.0.0.1',
    help: 'address to listen on. The helpers under /local stay on this machine',
  },
  {
    flag: 'allowed-host',
    hint: 'NAME',
    takes: {
      words: 'a name without scheme and port, such as keys.example.com',
      isValid: (text) => HOST_NAME.test(text),
    },
    isList: true,
    initial: 'none',
    help: 'answer to this name in the Host header, too; give it again for more',
  },
  {
    flag: 'public-url',
    hint: 'URL',
    takes: {
      words: 'http or https and a host, such as https://keys.example.com',
      isValid: (text) => /^https?:/.test(text) && isOrigin(text),
    },
    initial: 'none',
    help: 'where clients reach the service through a proxy: it answers to that name, and its links begin so',
  },
  {
    flag: 'trusted-proxy',
    hint: 'ADDRESS',
    takes: {
      words: 'an address or a range, such as 10.0.0.0/8',
      isValid: (text) => readProxyRange(text) !== undefined,
    },
    isList: true,
    initial: 'none',
    help: "take the client's address, which IP allowlists check, from the X-Forwarded-For or Forwarded of this proxy, or of a range; give it again for more. Of several hops it is the right-most that is no trusted proxy",
  },
  {
    flag: 'no-local',
    initial: 'off',
    help: 'without the helpers under /local, which enroll anybody with a set-up code. They are off as well with --allowed-host, --public-url or --trusted-proxy',
  },
  {
    flag: 'data',
    hint: 'DIR',
    takes: { words: 'a folder, or the word memory', isValid: isGiven },
    initial: '.keystamp/service',
    help: 'folder of the database and the master key, or the word memory: nothing is kept',
  },
  {
    flag: 'demo',
    hint: 'DIR',
    takes: FOLDER,
    initial: DEMO_FOLDER === undefined ? 'none' : '.output/demo beside this program',
    help: 'the built demo dApp, served at /demo',
  },
  {
    flag: 'people',
    hint: 'DIR',
    takes: FOLDER,
    initial: 'people in the data folder',
    help: "where a new organization's people keep their API keys, one line to import in each file. Without a folder, or without local helpers, they have no keys. Alice and Bob are root users; policies make Carol and Dave approve each other's changes",
  },
  {
    flag: 'rate',
    hint: 'N',
    takes: RATE,
    initial: 'no limit',
    help: "limit each organization as the deployed service does: N requests a second, and a minute's worth of them at once; more get 429. Its plans: 1, 3, 60",
  },
  {
    flag: 'rate-operation',
    hint: 'N',
    takes: RATE,
    initial: 'no limit',
    help: 'the same for each single operation: a request counts in every limit',
  },
  {
    flag: 'rate-group',
    hint: 'N',
    takes: RATE,
    initial: 'no limit',
    help: 'the same for the operations on one kind of resource, such as wallets',
  },
  {
    flag: 'origin',
    hint: 'O',
    takes: { words: 'a scheme and a host, such as https://example.com', isValid: isOrigin },
    isList: true,
    initial: 'every origin',
    help: 'take passkeys from this origin only, such as https://example.com or chrome-extension://ID; give it again for more',
  },
  {
    flag: 'rpc',
    hint: 'CAIP2=URL',
    takes: {
      words:
        'a chain and its node, such as eip155:31337=http://127.0.0.1:8545: https, or http on this machine, without a password',
      isValid: (text) => readRpcAddress(text) !== undefined,
    },
    isList: true,
    initial: 'none',
    help: 'reach this chain by its JSON-RPC, for balances and for sending; give it again for more',
  },
  {
    flag: 'token',
    hint: 'CAIP19',
    takes: {
      words: 'a token, such as eip155:31337/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3',
      isValid: (text) => readToken(text) !== undefined,
    },
    isList: true,
    initial: 'none',
    help: 'look up balances of this token, too; give it again for more',
  },
  {
    flag: 'write-connections',
    hint: 'N',
    takes: whole(3, 500),
    initial: '10',
    help: 'connections to the server of DATABASE_URL that write, and so how many submits run at a time',
  },
  {
    flag: 'read-connections',
    hint: 'N',
    takes: whole(1, 500),
    initial: '4',
    help: 'connections to it that only read',
  },
  {
    flag: 'max-connections',
    hint: 'N',
    takes: whole(1, 100_000),
    initial: '10000',
    help: 'connections of clients at a time; more are closed at once',
  },
  {
    flag: 'keep-alive',
    hint: 'SECONDS',
    takes: whole(1, 3600, ' seconds'),
    initial: '75',
    help: "how long a client's connection may wait for its next request: longer than the balancer in front keeps it, usually 60",
  },
  {
    flag: 'header-time',
    hint: 'SECONDS',
    takes: whole(1, 300, ' seconds'),
    initial: '20',
    help: "how long a request's headers may take to arrive",
  },
  {
    flag: 'request-time',
    hint: 'SECONDS',
    takes: whole(1, 300, ' seconds'),
    initial: '60',
    help: 'how long a whole request may take to arrive, at least as long as its headers',
  },
  {
    flag: 'grace',
    hint: 'SECONDS',
    takes: whole(0, 3600, ' seconds'),
    initial: '5, with local helpers 0',
    help: 'how long to keep serving after SIGTERM or SIGINT, while /readyz answers 503, until balancers send no more',
  },
  {
    flag: 'log',
    hint: 'FORM',
    takes: oneOf(LOG_FORMS),
    initial: 'off',
    help: 'a line on stderr for each request: JSON, or text for a person. Faults are written in any case',
  },
  {
    flag: 'metrics-port',
    hint: 'N',
    takes: whole(0, 65_535),
    initial: 'no metrics',
    help: 'serve Prometheus metrics at /metrics on this port, 0 for any free one',
  },
  {
    flag: 'metrics-host',
    hint: 'ADDRESS',
    takes: { words: 'an address', isValid: isGiven },
    initial: '127.0.0.1',
    help: 'address to serve metrics on, never the one that clients reach',
  },
  {
    flag: 'first-user',
    hint: 'NAME',
    takes: {
      words: 'a name of 1 to 64 letters, digits and spaces',
      isValid: (text) => v.is(label, text),
    },
    initial: '',
    isCommand: true,
    help: 'print a code that registers the first root user, once, within a day, and end (POST /registration, src/service/README.md)',
  },
  {
    flag: 'migrate',
    initial: '',
    isCommand: true,
    help: "bring the tables of the database up to date and end: with a role that may create them, so that the service's own role need not",
  },
  {
    flag: 'rotate-master-key',
    initial: '',
    isCommand: true,
    help: `seal everything under a new master key and end, while no service runs: a new one in the data folder, or that of ${NEW_KEY_VARIABLE} if ${MASTER_KEY_VARIABLE} is given`,
  },
  { flag: 'help', initial: '', isCommand: true, help: 'this text' },
] as const satisfies readonly Setting[];

/** In the order of --help. */
export const SETTINGS: readonly Setting[] = TABLE;
export type Flag = (typeof TABLE)[number]['flag'];

/** The environment variable of a setting. */
export const variableOf = (flag: string): string =>
  `${PREFIX}${flag.toUpperCase().replaceAll('-', '_')}`;

/** Names of environment variables that look like a setting's and are none. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>) {
  const known = SETTINGS.filter(({ isCommand }) => !isCommand).map(({ flag }) => variableOf(flag));
  const names = new Set([...known, MASTER_KEY_VARIABLE, NEW_KEY_VARIABLE]);
  return Object.keys(env).filter((name) => name.startsWith(PREFIX) && !names.has(name));
}

const WIDTH = 100;
const INDENT = 18;

/** The text of --help. */
export function helpText(): string {
  const options = SETTINGS.flatMap(({ flag, hint, help, initial }) => {
    const head = `  --${flag}${hint === undefined ? '' : ` ${hint}`}`;
    const lines = wrap(initial === '' ? help : `${help} (${initial})`, WIDTH - INDENT);
    const [first = '', ...others] = lines;
    const rest = others.map((line) => `${' '.repeat(INDENT)}${line}`);
    if (head.length < INDENT - 1) return [`${head.padEnd(INDENT)}${first}`, ...rest];
    return [head, `${' '.repeat(INDENT)}${first}`, ...rest];
  });
  return `The local service: the whole interface on this machine, for development and tests.

  ${COMMAND} [options]

${options.join('\n')}

Environment:
  DATABASE_URL           postgres://... : this server instead of the embedded database; several
                         services may share it if they share the master key
  ${MASTER_KEY_VARIABLE}   master key, 64 hex digits (else a file in the data folder)

Each option that doesn't end the program has a variable as well: --public-url is
${variableOf('public-url')}. A list is separated by commas there, a switch is 1 or 0. What the
command line says counts.
`;
}

function wrap(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
