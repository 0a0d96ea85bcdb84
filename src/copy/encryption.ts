/**
 * Copies under a passphrase. PBKDF2 makes the key, AES-GCM encrypts the text in chunks. The parameters stand in the
 * file. Each chunk authenticates them, its place, and whether it is the last one. So nobody can change, reorder or cut
 * a file unnoticed. WebCrypto needs https or localhost.
 */
import * as v from 'valibot';
import { fromBase64, toBase64 } from './base64.ts';

/** What OWASP asks of PBKDF2 with SHA-256. Files with fewer rounds are refused, and so are files that take minutes. */
const ITERATIONS = 600_000;
const MOST_ITERATIONS = 20_000_000;
const SALT_BYTES = 16;
/** The other four bytes of the nonce count the chunks. */
const PREFIX_BYTES = 8;

/** What AES-GCM says of nothing: it tells a wrong passphrase from a damaged chunk. Chunks are numbered from 1. */
const CHECK = 0;

const Base64 = v.pipe(v.string(), v.base64());

/** `check` is the encrypted empty text. */
export const Encryption = v.object({
  kdf: v.literal('PBKDF2'),
  hash: v.literal('SHA-256'),
  iterations: v.pipe(v.number(), v.integer(), v.minValue(ITERATIONS), v.maxValue(MOST_ITERATIONS)),
  salt: Base64,
  cipher: v.literal('AES-256-GCM'),
  prefix: Base64,
  check: Base64,
});

export type Encryption = v.InferOutput<typeof Encryption>;
type Parameters = Omit<Encryption, 'check'>;

/** Whether this page can encrypt: browsers have WebCrypto only on https and localhost. */
export function canEncrypt(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** A key, and the parameters that made it. */
export class Lock {
  readonly #key: CryptoKey;
  readonly #parameters: Parameters;

  private constructor(key: CryptoKey, parameters: Parameters) {
    this.#key = key;
    this.#parameters = parameters;
  }

  /** A lock with new random parameters. */
  static async make(passphrase: string): Promise<{ lock: Lock; encryption: Encryption }> {
    const random = (bytes: number) => toBase64(crypto.getRandomValues(new Uint8Array(bytes)));
    const parameters: Parameters = {
      kdf: 'PBKDF2',
      hash: 'SHA-256',
      iterations: ITERATIONS,
      salt: random(SALT_BYTES),
      cipher: 'AES-256-GCM',
      prefix: random(PREFIX_BYTES),
    };
    const lock = new Lock(await keyOf(passphrase, parameters), parameters);
    return { lock, encryption: { ...parameters, check: await lock.encrypt('', CHECK, false) } };
  }

  /** The lock of a file; null when the passphrase is not the file's. */
  static async open(passphrase: string, { check, ...parameters }: Encryption): Promise<Lock | null> {
    const lock = new Lock(await keyOf(passphrase, parameters), parameters);
    return (await lock.decrypt(check, CHECK, false)) === null ? null : lock;
  }

  /** The chunk in Base64. `number` counts from 1. */
  async encrypt(text: string, number: number, isLast: boolean): Promise<string> {
    const bytes = new TextEncoder().encode(text);
    return toBase64(new Uint8Array(await crypto.subtle.encrypt(this.#algorithm(number, isLast), this.#key, bytes)));
  }

  /** The text of a chunk; null when it is not the one that was encrypted at this place. */
  async decrypt(chunk: string, number: number, isLast: boolean): Promise<string | null> {
    try {
      const bytes = await crypto.subtle.decrypt(this.#algorithm(number, isLast), this.#key, fromBase64(chunk));
      return new TextDecoder().decode(bytes);
    } catch {
      return null;
    }
  }

  #algorithm(number: number, isLast: boolean): AesGcmParams {
    const { kdf, hash, iterations, salt, cipher, prefix } = this.#parameters;
    const iv = new Uint8Array(PREFIX_BYTES + 4);
    iv.set(fromBase64(prefix).subarray(0, PREFIX_BYTES));
    new DataView(iv.buffer).setUint32(PREFIX_BYTES, number);
    const bound = JSON.stringify([kdf, hash, iterations, salt, cipher, prefix, number, isLast]);
    return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(bound) };
  }
}

/** Equal-looking passphrases are the same, whatever keyboard wrote them. */
async function keyOf(passphrase: string, { hash, iterations, salt }: Parameters): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFC'));
  const secret = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  const derived = { name: 'AES-GCM', length: 256 };
  const from = { name: 'PBKDF2', hash, iterations, salt: fromBase64(salt) };
  return crypto.subtle.deriveKey(from, secret, derived, false, ['encrypt', 'decrypt']);
}
