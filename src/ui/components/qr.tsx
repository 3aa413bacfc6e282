import { t } from '../i18n.ts';
import { useLatest } from './use-reading.ts';
import { perforatedOutline } from './logo-path.ts';

/** The quiet zone of four modules that the QR standard requires. */
const QUIET_ZONE = 4;
/** Modules per tooth of the stamp outline around the code. */
const TOOTH_MODULES = 3;

type Drawing = { readonly box: string; readonly dots: string; readonly edge: string };

async function drawQr(text: string): Promise<Drawing> {
  // Loaded when a code is first shown, because no page needs it to start.
  const { default: encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE, ecc: 'medium' });
  const dots = rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const teeth = Math.ceil(rows.length / TOOTH_MODULES);
  const size = teeth * TOOTH_MODULES;
  const offset = (rows.length - size) / 2;
  return {
    box: `${offset} ${offset} ${size} ${size}`,
    dots,
    edge: perforatedOutline([offset, offset], TOOTH_MODULES, teeth, teeth),
  };
}

/** A QR code on a stamp; dark on white in every theme, so that cameras can read it. */
export function Qr({ text, what }: { readonly text: string; readonly what: string }) {
  const drawing = useLatest(() => drawQr(text), [text], 'keeps');
  if (!drawing) return <div class="qr qr-waiting" role="status" aria-label={t('app.loading')} />;
  return (
    <svg class="qr" role="img" aria-label={t('app.qrLabel', { what })} viewBox={drawing.box}>
      <path class="qr-paper" d={drawing.edge} />
      <path class="qr-dots" d={drawing.dots} shape-rendering="crispEdges" />
    </svg>
  );
}
