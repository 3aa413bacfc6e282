import type { ManagedPolicy } from '../../protocol/managed-policy.ts';
import { readBaseUrl, TURNKEY_BASE_URL, type ServiceKind } from '../../protocol/profile.ts';
import { withService, type ServiceDraft } from './profile-draft.ts';

/** The kind of service at a managed base URL. */
function serviceKindOf(baseUrl: string): ServiceKind {
  if (baseUrl === TURNKEY_BASE_URL) return 'turnkey';
  const address = readBaseUrl(baseUrl);
  return address.ok && address.loopback ? 'local' : 'custom';
}

/** The draft with the organization's settings in place of what was typed or stored. */
export function applyManagedPolicy(draft: ServiceDraft, policy: ManagedPolicy): ServiceDraft {
  const { baseUrl, organizationId, importSigner } = policy;
  const hasOtherAddress = baseUrl !== null && baseUrl !== draft.baseUrl;
  const addressed = hasOtherAddress
    ? { ...withService(draft, serviceKindOf(baseUrl)), baseUrl }
    : draft;
  return {
    ...addressed,
    organizationId: organizationId ?? addressed.organizationId,
    signer: importSigner ?? addressed.signer,
  };
}
