// The sandbox checkout: the page that an on-ramp purchase opens. Plain forms, no script.
import { and, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import * as v from 'valibot';
import type { Answering } from './answer.ts';
import type { Environment } from './peer.ts';
import { isId } from './ids.ts';
import { badRequest, Refusal } from './refusal.ts';
import { onRamps } from './schema.ts';

/** How a purchase may end, by the button that ends it. */
const ENDS = {
  pay: { status: 'COMPLETED', button: 'Pay', words: 'Paid. The purchase is complete.' },
  fail: {
    status: 'FAILED',
    button: 'Let it fail',
    words: 'The payment failed. Nothing was bought.',
  },
  cancel: { status: 'CANCELLED', button: 'Cancel', words: 'Cancelled. Nothing was bought.' },
} as const;

type Purchase = typeof onRamps.$inferSelect;

/** Adds the checkout page and its form. The unguessable id is what opens it. */
export function addCheckoutRoutes(app: Hono<Environment>, { db, clock }: Answering): void {
  const find = async (id: string): Promise<Purchase> => {
    const [row] = isId(id) ? await db.select().from(onRamps).where(eq(onRamps.id, id)) : [];
    if (!row) throw new Refusal({ grpc: 5, message: 'no such purchase' });
    return row;
  };
  app.get('/local/checkout/:id', async (c) => page(await find(c.req.param('id'))));
  app.post('/local/checkout/:id/:end', async (c) => {
    const { id } = await find(c.req.param('id'));
    const end = Object.entries(ENDS).find(([name]) => name === c.req.param('end'))?.[1];
    if (!end) throw badRequest('no such button');
    // An end is final: a second click, or the back button, changes nothing.
    await db
      .update(onRamps)
      .set({ status: end.status, updatedAt: clock() })
      .where(and(eq(onRamps.id, id), eq(onRamps.status, 'PENDING')));
    return c.redirect(`/local/checkout/${id}`, 303);
  });
}

const Details = v.object({
  onrampProvider: v.string(),
  walletAddress: v.string(),
  network: v.string(),
  cryptoCurrencyCode: v.string(),
  fiatCurrencyAmount: v.optional(v.string()),
  fiatCurrencyCode: v.optional(v.string()),
});

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 32rem; margin: 3rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
form { display: inline-block; margin-right: .5rem; }
button { font: inherit; padding: .5rem 1rem; }
[role=status] { padding: .75rem 1rem; border: 2px solid; border-radius: .5rem; }
`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** `FIAT_ON_RAMP_CURRENCY_AUD` -> `AUD`. */
function short(value: string): string {
  return value.replace(
    /^FIAT_ON_RAMP_(?:PROVIDER|BLOCKCHAIN_NETWORK|CRYPTO_CURRENCY|CURRENCY)_/,
    '',
  );
}

async function page(purchase: Purchase): Promise<Response> {
  const details = v.parse(Details, JSON.parse(purchase.details));
  const amount = [details.fiatCurrencyAmount, short(details.fiatCurrencyCode ?? '')];
  const rows = [
    ['Buy', short(details.cryptoCurrencyCode)],
    ['Network', short(details.network)],
    ['Amount', amount.filter(Boolean).join(' ') || 'not given'],
    ['Provider', `${short(details.onrampProvider)} (sandbox)`],
    ['Paid out to', details.walletAddress],
    ['Purchase', purchase.id],
  ];
  const list = rows.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  const body = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox checkout</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <main>
          <h1>Sandbox checkout</h1>
          <p>
            No money moves here. The local service plays the provider: choose how the purchase ends.
          </p>
          <dl>${list}</dl>
          ${outcome(purchase)}
        </main>
      </body>
    </html>`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    // `no-referrer` would send the form with `Origin: null`, which is refused.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
  return new Response(body.toString(), { headers });
}

function outcome({ id, status }: Purchase) {
  const ended = Object.values(ENDS).find((one) => one.status === status);
  if (ended) {
    return html`<p role="status">${ended.words}</p>
      <p>You can close this tab.</p>`;
  }
  return Object.entries(ENDS).map(
    ([name, { button }]) =>
      html`<form method="post" action="/local/checkout/${id}/${name}">
        <button type="submit">${button}</button>
      </form>`,
  );
}
