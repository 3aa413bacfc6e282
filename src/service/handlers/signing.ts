import type { SubmitHandlers } from '../context.ts';
import { demandSigner, signAll, signOne } from '../signer.ts';
import { bytesFor, readPayload, readTransaction, toSign } from '../signing-request.ts';

type SigningSubmit = 'sign_raw_payload' | 'sign_raw_payloads' | 'sign_transaction';

/* A key signs in the transaction that claimed the activity: nothing is signed before it is allowed. */

export const signingSubmits: SubmitHandlers<SigningSubmit> = {
  sign_raw_payload: {
    check: readPayload,
    effect: async ({ signWith, ...request }, context) => {
      const signer = await demandSigner(context, signWith);
      return signOne(signer, context, bytesFor(request, signer, signWith));
    },
  },

  sign_raw_payloads: {
    check: ({ payloads, ...request }) => {
      for (const payload of payloads) readPayload({ ...request, payload });
    },
    effect: async ({ signWith, payloads, ...request }, context) => {
      const signer = await demandSigner(context, signWith);
      const bytes = payloads.map((payload) => bytesFor({ ...request, payload }, signer, signWith));
      return { signatures: await signAll(signer, context, bytes) };
    },
  },

  sign_transaction: {
    check: readTransaction,
    effect: async ({ signWith, ...request }, context) => {
      const signer = await demandSigner(context, signWith);
      const { bytes, signedBy } = toSign(readTransaction(request), signer);
      return { signedTransaction: signedBy(await signOne(signer, context, bytes)) };
    },
  },
};
