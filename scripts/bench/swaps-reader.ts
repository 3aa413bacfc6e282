// Reads over and over, in its own thread: the service is all it waits for.
import { parentPort, workerData } from 'node:worker_threads';
import { requestJson, httpTransport, type StampedRequest } from './client.ts';

const { url, asked } = workerData as { readonly url: string; readonly asked: StampedRequest };
const transport = httpTransport(url);
const WARM_UP_REQUESTS = 20;

let isStopped = false;
parentPort?.once('message', () => {
  isStopped = true;
});
for (let at = 0; at < WARM_UP_REQUESTS; at += 1) await requestJson(transport, asked);
parentPort?.postMessage('ready');
const times: number[] = [];
while (!isStopped) {
  const sent = performance.now();
  await requestJson(transport, asked);
  times.push(performance.now() - sent);
}
parentPort?.postMessage(times);
