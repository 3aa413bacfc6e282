// The sandbox checkout: the page that an on-ramp purchase opens. Plain forms, no script.
import { and, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import * as v from 'valibot';
import type { PipelineDeps } from './pipeline.ts';
import type { RouteEnvironment } from './client-address.ts';
import { isId } from './ids.ts';
import { badRequest, Refusal } from './refusal.ts';
import { onRamps } from './schema.ts';

/** How a purchase can end, by the button that ends it. */
const OUTCOMES = {
  pay: { status: 'COMPLETED', button: 'Pay', message: 'Paid. The purchase is complete.' },
  fail: {
    status: 'FAILED',
    button: 'Let it fail',
    message: 'The payment failed. Nothing was bought.',
  },
  cancel: { status: 'CANCELLED', button: 'Cancel', message: 'Cancelled. Nothing was bought.' },
} as const;

type Purchase = typeof onRamps.$inferSelect;

/** Adds the checkout page and its form. Only the unguessable id gives access, and only its own form pays. */
export function addCheckoutRoutes(
  app: Hono<RouteEnvironment>,
  { db, clock, publicOrigin }: PipelineDeps,
): void {
  app.use('/checkout/*', async (c, next) => {
    const origin = c.req.header('Origin');
    if (origin !== undefined && origin !== (publicOrigin ?? new URL(c.req.url).origin)) {
      throw new Refusal({
        grpc: 7,
        message: 'other web pages may not use the checkout',
        code: 'FORBIDDEN',
      });
    }
    await next();
    c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    c.res.headers.set('Cache-Control', 'no-store');
  });
  const findPurchase = async (id: string): Promise<Purchase> => {
    const [row] = isId(id) ? await db.select().from(onRamps).where(eq(onRamps.id, id)) : [];
    if (!row) throw new Refusal({ grpc: 5, message: 'no such purchase' });
    return row;
  };
  app.get('/checkout/:id', async (c) => checkoutPage(await findPurchase(c.req.param('id'))));
  app.post('/checkout/:id/:end', async (c) => {
    const { id } = await findPurchase(c.req.param('id'));
    const outcome = Object.entries(OUTCOMES).find(([name]) => name === c.req.param('end'))?.[1];
    if (!outcome) throw badRequest('no such button');
    // The first outcome is final: a second click or the back button changes nothing.
    await db
      .update(onRamps)
      .set({ status: outcome.status, updatedAt: clock() })
      .where(and(eq(onRamps.id, id), eq(onRamps.status, 'PENDING')));
    return c.redirect(`/checkout/${id}`, 303);
  });
}

const PurchaseDetails = v.object({
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

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** `FIAT_ON_RAMP_CURRENCY_AUD` -> `AUD`. */
function shortName(value: string): string {
  return value.replace(
    /^FIAT_ON_RAMP_(?:PROVIDER|BLOCKCHAIN_NETWORK|CRYPTO_CURRENCY|CURRENCY)_/,
    '',
  );
}

async function checkoutPage(purchase: Purchase): Promise<Response> {
  const details = v.parse(PurchaseDetails, JSON.parse(purchase.details));
  const amount = [details.fiatCurrencyAmount, shortName(details.fiatCurrencyCode ?? '')];
  const rows = [
    ['Buy', shortName(details.cryptoCurrencyCode)],
    ['Network', shortName(details.network)],
    ['Amount', amount.filter(Boolean).join(' ') || 'not given'],
    ['Provider', `${shortName(details.onrampProvider)} (sandbox)`],
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
          ${outcomeHtml(purchase)}
        </main>
      </body>
    </html>`;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    // `no-referrer` would send the form with `Origin: null`, which is refused.
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  };
  return new Response(body.toString(), { headers });
}

function outcomeHtml({ id, status }: Purchase) {
  const outcome = Object.values(OUTCOMES).find((candidate) => candidate.status === status);
  if (outcome) {
    return html`<p role="status">${outcome.message}</p>
      <p>You can close this tab.</p>`;
  }
  return Object.entries(OUTCOMES).map(
    ([name, { button }]) =>
      html`<form method="post" action="/checkout/${id}/${name}">
        <button type="submit">${button}</button>
      </form>`,
  );
}
