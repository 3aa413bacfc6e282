// A client of 20 requests a second in a process of its own, so that what its neighbor computes for an
// attack is no part of its times. Prints how long each answer took, milliseconds, once stdin ends.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, httpTransport, send } from '../../scripts/bench/client.ts';

const [url = '', organizationId = ''] = process.argv.slice(2);
const transport = httpTransport(url);
const client = await createClient(transport, organizationId);

let isOver = false;
process.stdin.resume().once('end', () => {
  isOver = true;
});

async function ask(): Promise<number> {
  const request = await client.query('whoami');
  const started = performance.now();
  const { status } = await send(transport, request);
  if (status !== 200) throw new Error(`whoami: ${status}`);
  return performance.now() - started;
}

// Both programs compile what they run first.
for (let warming = 0; warming < 40; warming += 1) await ask();
console.log('ready');
const times: number[] = [];
while (!isOver) {
  times.push(await ask());
  await sleep(50);
}
console.log(JSON.stringify(times));
process.exit(0);
