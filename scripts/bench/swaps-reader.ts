// Reads over and over, in a thread of its own: what it waits for is the service alone.
import { parentPort, workerData } from 'node:worker_threads';
import { ask, over, type Asked } from './client.ts';

const { url, asked } = workerData as { readonly url: string; readonly asked: Asked };
const reach = over(url);
const WARM = 20;

let ended = false;
parentPort?.once('message', () => {
  ended = true;
});
for (let at = 0; at < WARM; at += 1) await ask(reach, asked);
parentPort?.postMessage('ready');
const times: number[] = [];
while (!ended) {
  const sent = performance.now();
  await ask(reach, asked);
  times.push(performance.now() - sent);
}
parentPort?.postMessage(times);
