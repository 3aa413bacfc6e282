import type { ManagedPolicy } from '../../protocol/managed.ts';
import { readBaseUrl, TURNKEY_BASE_URL, type ServiceKind } from '../../protocol/profile.ts';
import { withService, type ServiceDraft } from './profile-draft.ts';

/** The kind of service at a set address. */
function kindOf(baseUrl: string): ServiceKind {
  if (baseUrl === TURNKEY_BASE_URL) return 'turnkey';
  const address = readBaseUrl(baseUrl);
  return address.ok && address.loopback ? 'local' : 'custom';
}

/** The draft with what the organization set in the place of what was typed or stored. */
export function managedDraft(draft: ServiceDraft, policy: ManagedPolicy): ServiceDraft {
  const { baseUrl, organizationId, importSigner } = policy;
  const other = baseUrl !== null && baseUrl !== draft.baseUrl;
  const placed = other ? { ...withService(draft, kindOf(baseUrl)), baseUrl } : draft;
  return {
    ...placed,
    organizationId: organizationId ?? placed.organizationId,
    signer: importSigner ?? placed.signer,
  };
}
