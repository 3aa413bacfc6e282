/*
 * Reads a QR code from an image that the user chose or pasted, or from a frame of the camera. Load this
 * module when one is read.
 */

/** Larger files are no screenshot and no photo of a code. */
const MAX_BYTES = 10_000_000;
/** A small file can unpack to an image that fills the memory. */
const MAX_PIXELS = 60_000_000;
/** Large enough for a photo of a screen, small enough to search at once. */
const MAX_SIDES = [1200, 2400] as const;
/** How long the search may try again, in milliseconds. */
const TIME_LIMIT_MS = 1500;
/** A frame is one of many: what isn't found at once is found in a later one. */
const FRAME_SIDE = 900;
const FRAME_LIMIT_MS = 300;

export type QrFault = 'too_large' | 'not_an_image' | 'no_code';
export type QrReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly fault: QrFault };

const fault = (of: QrFault): QrReading => ({ kind: 'fault', fault: of });

/** The text of the QR code in an image. The text is someone else's: nothing about it is known. */
export async function readQrImage(file: Blob): Promise<QrReading> {
  if (file.size > MAX_BYTES || (await countPngPixels(file)) > MAX_PIXELS) return fault('too_large');
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return fault('not_an_image');
  try {
    if (image.width * image.height > MAX_PIXELS) return fault('too_large');
    // A front camera and a photo of a mirror show the code the wrong way round.
    const text = (await findAtSides(image, false)) ?? (await findAtSides(image, true));
    return text === undefined ? fault('no_code') : { kind: 'text', text };
  } finally {
    image.close();
  }
}

/** The text of the code that a camera sees now, if there is one. Nothing of the frame is kept. */
export async function readQrFrame(video: HTMLVideoElement): Promise<string | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return undefined;
  return findCode(drawScaled({ image: video, width, height }, FRAME_SIDE, false), FRAME_LIMIT_MS);
}

async function findAtSides(image: ImageBitmap, isMirrored: boolean): Promise<string | undefined> {
  for (const side of MAX_SIDES) {
    const { width, height } = image;
    const data = drawScaled({ image, width, height }, side, isMirrored);
    const text = await findCode(data, TIME_LIMIT_MS);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** From a PNG's header (PNG specification, IHDR): its size is known before anything is unpacked. */
async function countPngPixels(file: Blob): Promise<number> {
  const header = new DataView(await file.slice(0, 24).arrayBuffer());
  const isPng = header.byteLength === 24 && header.getUint32(0) === 0x89504e47;
  return isPng ? header.getUint32(16) * header.getUint32(20) : 0;
}

type Picture = {
  readonly image: ImageBitmap | HTMLVideoElement;
  readonly width: number;
  readonly height: number;
};

function drawScaled({ image, ...size }: Picture, maxSide: number, isMirrored: boolean): ImageData {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return new ImageData(1, 1);
  // A transparent image is a code on paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  if (isMirrored) context.setTransform(-1, 0, 0, 1, width, 0);
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

async function findCode(
  { width, height, data }: ImageData,
  timeLimit: number,
): Promise<string | undefined> {
  const { default: decodeQR } = await import('qr/decode.js');
  try {
    return decodeQR({ width, height, data }, { timeLimit });
  } catch {
    return undefined;
  }
}
