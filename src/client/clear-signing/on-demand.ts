import type { TypedData } from '../signing.ts';
import type * as describing from './describe.ts';
import type { Pack } from './descriptor.ts';

export type { Call, Shown } from './describe.ts';
export type { Leaf } from './coverage.ts';

/** `settings`: the organization's administrator brought it. */
export type Description = describing.Description & { readonly source: 'settings' | 'bundled' };

/** Undefined where there are no such settings, or they can't be read. */
async function managedPack(): Promise<Pack | undefined> {
  try {
    return await (await import('./managed-settings.ts')).readManagedDescriptors();
  } catch {
    return undefined;
  }
}

/** Renderer and descriptors, 26 KB: they load with the first call or message that something might describe. */
async function describeBy(
  describe: (by: typeof describing, pack: Pack) => Promise<describing.Description | undefined>,
): Promise<Description | undefined> {
  const [by, { BUNDLED }, managed] = await Promise.all([
    import('./describe.ts'),
    import('./bundled.ts'),
    managedPack(),
  ]);
  const brought = managed && (await describe(by, managed));
  if (brought) return { ...brought, source: 'settings' };
  const bundled = await describe(by, BUNDLED);
  return bundled && { ...bundled, source: 'bundled' };
}

/** What a call does, by what somebody says of its contract. Rejects if the browser can't read a file. */
export const describeCall = (call: describing.Call): Promise<Description | undefined> =>
  describeBy((by, pack) => by.describeCall(call, pack));

/** The same of typed data. */
export const describeMessage = (typedData: TypedData): Promise<Description | undefined> =>
  describeBy((by, pack) => by.describeMessage(typedData, pack));
