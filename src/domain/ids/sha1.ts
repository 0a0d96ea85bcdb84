/**
 * SHA-1 of bytes (FIPS 180-4), for UUIDv5. The browser's own is asynchronous, and absent on plain http. SHA-1 is no
 * protection against forgery; here it only makes ids from names.
 */

const BLOCK = 64;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The words of one block, and the state after it. An import makes thousands of digests, so they share both. */
const schedule = new Int32Array(80);
const state = new Int32Array(5);

const BEGINNING = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];

/** The 20 bytes of the digest. */
export function sha1(message: Uint8Array): Uint8Array {
  const { bytes, view } = padded(message);
  state.set(BEGINNING);
  for (let at = 0; at < bytes.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 80; i++) {
      schedule[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
    }
    compress();
  }
  const digest = new Uint8Array(20);
  for (let at = 0; at < 20; at++) digest[at] = (state[at >> 2] ?? 0) >>> (24 - (at & 3) * 8);
  return digest;
}

/** The bytes as hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX[byte];
  return digits;
}

/** The message, a one bit, zeros, and the message's length in bits as 64 bits. */
function padded(message: Uint8Array): { bytes: Uint8Array; view: DataView } {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  const bits = message.length * 8;
  view.setUint32(bytes.length - 8, Math.floor(bits / 2 ** 32));
  view.setUint32(bytes.length - 4, bits >>> 0);
  return { bytes, view };
}

function compress(): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    const next = (rotate(a, 5) + mixed(i, b, c, d) + e + word(i)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
}

function mixed(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + (0x8f1bbcdc | 0);
  return (b ^ c ^ d) + (0xca62c1d6 | 0);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function word(index: number): number {
  return schedule[index] ?? 0;
}
