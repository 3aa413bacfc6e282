// The checksum of an output descriptor (BIP-380): eight characters of a BCH code over 40 bits.

/** Every character of a descriptor, in three groups of 32. */
const CHARACTERS =
  "0123456789()[],'/*abcdefgh@:$%{}" +
  'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' +
  'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
/** Bech32's. */
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
/** The generator's terms in halves of 20 bits: JavaScript's operators on bits take 32 only. */
const GENERATOR = [
  [0xf5dee, 0x51989],
  [0xa9fdc, 0xa3312],
  [0x1bab1, 0x0e32d],
  [0x3706b, 0x1677a],
  [0x644d6, 0x26ffd],
] as const;

/** The eight characters for the bytes before `#`. `undefined` if one is no descriptor's. */
export function descriptorChecksum(bytes: Uint8Array): string | undefined {
  let [high, low] = [0, 1];
  const feed = (value: number): void => {
    const top = high >>> 15;
    high = ((high & 0x7fff) << 5) | (low >>> 15);
    low = ((low & 0x7fff) << 5) ^ value;
    GENERATOR.forEach(([highTerm, lowTerm], bit) => {
      if (((top >> bit) & 1) === 0) return;
      high ^= highTerm;
      low ^= lowTerm;
    });
  };
  let group = 0;
  let count = 0;
  for (const byte of bytes) {
    const place = CHARACTERS.indexOf(String.fromCharCode(byte));
    if (place === -1) return undefined;
    feed(place & 31);
    group = group * 3 + (place >> 5);
    if (++count % 3 !== 0) continue;
    feed(group);
    group = 0;
  }
  if (count % 3 > 0) feed(group);
  for (let round = 0; round < 8; round++) feed(0);
  low ^= 1;
  const digit = (at: number) => (at < 4 ? high >>> (15 - at * 5) : low >>> (35 - at * 5)) & 31;
  return Array.from({ length: 8 }, (_, at) => CHECKSUM_CHARACTERS[digit(at)]).join('');
}
