import { connect as connectSocket, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Marionette, Firefox's own remote control: WebDriver BiDi refuses to open an extension's pages.
 * Frames are `LENGTH:JSON`: a command `[0, id, command, parameters]`, its response `[1, id, error,
 * result]` (https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html).
 */

const START_MS = 60_000;
const COMMAND_MS = 60_000;

type Parameters = Readonly<Record<string, unknown>>;

/** An error from Firefox, such as `no such element`. */
type Refusal = {
  readonly error: string;
  readonly message: string;
  readonly stacktrace?: string;
};

export type Marionette = {
  /** Runs a command; rejects with Firefox's error, or when the connection ends. */
  readonly send: (command: string, parameters?: Parameters) => Promise<unknown>;
  readonly close: () => void;
};

type PendingCommand = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** Connects once Firefox listens, a few seconds after its start. */
export async function connectMarionette(port: number, alive: () => boolean): Promise<Marionette> {
  const late = Date.now() + START_MS;
  for (;;) {
    if (!alive()) throw new Error('Firefox ended before it listened');
    try {
      return await createConnection(await open(port));
    } catch (error) {
      if (Date.now() > late) throw error;
      await sleep(100);
    }
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host: '127.0.0.1', port });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

async function createConnection(socket: Socket): Promise<Marionette> {
  const waiting = new Map<number, PendingCommand>();
  let last = 0;
  const greeted = new Promise<void>((resolve, reject) => {
    waiting.set(0, { resolve: () => resolve(), reject });
  });
  readFrames(socket, (frame) => {
    // The first frame is a greeting, not a response.
    const [, id, error, result] = Array.isArray(frame)
      ? (frame as [number, number, Refusal | null, unknown])
      : ([1, 0, null, frame] as const);
    const one = waiting.get(id);
    waiting.delete(id);
    if (error) one?.reject(new Error(`${error.error}: ${error.message}`));
    else one?.resolve(result);
  });
  const end = (error: Error) => {
    for (const one of waiting.values()) one.reject(error);
    waiting.clear();
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('Firefox closed the connection')));
  const send: Marionette['send'] = (command, parameters = {}) => {
    const id = ++last;
    const answered = new Promise<unknown>((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(id);
        reject(new Error(`${command} was not answered in ${COMMAND_MS / 1000} s`));
      }, COMMAND_MS);
      const settled = () => clearTimeout(late);
      waiting.set(id, {
        resolve: (value) => (settled(), resolve(value)),
        reject: (error) => (settled(), reject(error)),
      });
    });
    const text = JSON.stringify([0, id, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answered;
  };
  await greeted;
  await send('WebDriver:NewSession', { acceptInsecureCerts: false });
  return { send, close: () => socket.destroy() };
}

/** Reads whole frames from data that arrives in pieces. */
function readFrames(socket: Socket, take: (frame: unknown) => void): void {
  let held = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece]);
    for (;;) {
      const colon = held.indexOf(':');
      if (colon < 0) return;
      const end = colon + 1 + Number(held.subarray(0, colon).toString('latin1'));
      if (held.length < end) return;
      const text = held.subarray(colon + 1, end).toString('utf8');
      held = held.subarray(end);
      take(JSON.parse(text));
    }
  });
}
