import { isDeepStrictEqual } from 'node:util';
import { readArguments, type ServiceArguments } from '../../src/service/arguments.ts';

/** The host has its own database, and ends without a wait. */
const OWN = ['--port', '0', '--data', 'memory', '--grace', '0'];

function argumentsOf(args: readonly string[]): ServiceArguments {
  const read = readArguments(args);
  if ('arguments' in read) return read.arguments;
  throw new Error('error' in read ? read.error : '--help starts no service');
}

/** What a service of service-host.ts takes, and everything else. */
function split(args: readonly string[]) {
  const { port, rpc, ...given } = argumentsOf(args);
  const { host, allowedHosts, trustedProxies, publicUrl, hasLocalHelpers, ...others } = given;
  const { origins, rates, tokens, ...rest } = others;
  const doors = { host, allowedHosts, trustedProxies, publicUrl, hasLocalHelpers };
  return { taken: { port, rpc, options: { ...doors, origins, rates, tokens } }, rest };
}

/**
 * Reads more arguments of `npm run service` for a service of service-host.ts.
 * @throws for one that only a service in a process of its own takes: dropped, a test would not do what it says
 */
export function readHosted(args: readonly string[]) {
  const { taken, rest } = split([...OWN, ...args]);
  if (isDeepStrictEqual(rest, split(OWN).rest)) return taken;
  throw new Error(`start a service in a process of its own (startService) for ${args.join(' ')}`);
}
