import type { TypedData } from '../signing.ts';
import type { Call, Description } from './describe.ts';

export type { Call, Description, Shown } from './describe.ts';
export type { Leaf } from './coverage.ts';

/** Renderer and descriptors, 40 KB: they load with the first call or message that something might describe. */
const loadParts = () => Promise.all([import('./describe.ts'), import('./bundled.ts')]);

/** What a call does, by the descriptors that come with Keystamp. Rejects if the browser can't read a file. */
export async function describeCall(call: Call): Promise<Description | undefined> {
  const [{ describeCall: describe }, { BUNDLED }] = await loadParts();
  return describe(call, BUNDLED);
}

/** The same of typed data. */
export async function describeMessage(typedData: TypedData): Promise<Description | undefined> {
  const [{ describeMessage: describe }, { BUNDLED }] = await loadParts();
  return describe(typedData, BUNDLED);
}
