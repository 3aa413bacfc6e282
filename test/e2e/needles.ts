// What is searched for where secrets could have been written, in every form that they could have there.

/** Forms of secrets, by what they are. */
export type Needles = Readonly<Record<string, readonly Buffer[]>>;

/** Windows of a form: compression breaks long runs, and a part is as bad as the whole. */
export function pieces(form: Buffer, length: number): Buffer[] {
  const starts = Array.from({ length: Math.ceil(form.length / length) }, (_, at) => at * length);
  return starts.flatMap((at) => {
    const piece = form.subarray(at, at + length);
    return piece.length === length ? [piece] : [];
  });
}

/** Base64 of bytes at any position in a longer text, without the digits shared with other bytes. */
function base64Forms(bytes: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    const whole = text.slice(
      shift === 0 ? 0 : shift + 1,
      Math.floor(((bytes.length + shift) * 4) / 3),
    );
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')].map((one) => Buffer.from(one));
  });
}

/** Every form in which bytes could be written. */
export function formsOf(bytes: Buffer): Buffer[] {
  const hex = bytes.toString('hex');
  const texts = [hex, hex.toUpperCase()];
  return [
    ...pieces(bytes, 8),
    ...texts.flatMap((text) => pieces(Buffer.from(text), 12)),
    ...texts.flatMap((text) => pieces(Buffer.from(text, 'utf16le'), 24)),
    ...base64Forms(bytes).flatMap((form) => pieces(form, 12)),
  ];
}

/** A text as typed, in both encodings of browsers, and as bytes. */
export function formsOfText(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  return [bytes, Buffer.from(text, 'utf16le'), ...formsOf(bytes)];
}

/** Names of what the bytes contain. */
export function findNeedles(bytes: Buffer, needles: Needles): string[] {
  return Object.entries(needles).flatMap(([name, forms]) =>
    forms.some((form) => bytes.includes(form)) ? [name] : [],
  );
}
