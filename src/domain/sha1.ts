/**
 * SHA-1 of bytes (FIPS 180-4), for UUIDv5. The browser's own is asynchronous, and absent on plain http. SHA-1 is no
 * protection against forgery; here it only makes ids from names.
 */

const BLOCK = 64;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The words of one block. An import makes thousands of digests, so they share it. */
const schedule = new Uint32Array(80);

/** The 20 bytes of the digest. */
export function sha1(message: Uint8Array): Uint8Array {
  const words = padded(message);
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  for (let at = 0; at < words.byteLength; at += BLOCK) {
    for (let i = 0; i < 16; i++) schedule[i] = words.getUint32(at + i * 4);
    for (let i = 16; i < 80; i++) {
      schedule[i] = rotate(
        word(schedule, i - 3) ^ word(schedule, i - 8) ^ word(schedule, i - 14) ^ word(schedule, i - 16),
        1,
      );
    }
    compress(state);
  }
  const digest = new DataView(new ArrayBuffer(20));
  state.forEach((value, i) => {
    digest.setUint32(i * 4, value);
  });
  return new Uint8Array(digest.buffer);
}

/** The bytes as hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX[byte];
  return digits;
}

/** The message, a one bit, zeros, and the message's length in bits as 64 bits. */
function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function compress(state: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    const next = rotate(a, 5) + mixed(i, b, c, d) + e + word(schedule, i);
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next >>> 0;
  }
  [a, b, c, d, e].forEach((value, i) => {
    state[i] = word(state, i) + value;
  });
}

function mixed(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function word(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}
