import { parsePublicKey } from '../crypto/keys.ts';
import { API_KEY_CURVES, type ApiKeyCurve } from '../crypto/schemes.ts';
import type { ApiKeyCurve as CurveType } from '../protocol/enums.ts';
import { KeystampError } from '../protocol/errors.ts';
import { badRequest } from './refusal.ts';

/** A public key as the database has it: a name of `API_KEY_CURVES`, and lowercase hex. */
export type ApiPublicKey = { readonly curve: ApiKeyCurve; readonly publicKey: string };

/** The key in the member `path` of a request; 400 when it isn't a point of its curve. */
export function parseApiPublicKey(curveType: CurveType, text: string, path: string): ApiPublicKey {
  const curve = curveOf(curveType);
  try {
    parsePublicKey(curve, text);
    return { curve, publicKey: text.toLowerCase() };
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw badRequest(`invalid request body: ${path}: ${error.message}`);
  }
}

function curveOf(type: CurveType): ApiKeyCurve {
  const curve = API_KEY_CURVES.find((candidate) => type === `API_KEY_CURVE_${candidate}`);
  if (!curve) throw new KeystampError('internal');
  return curve;
}
