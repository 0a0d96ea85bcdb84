/**
 * Ids that are computed from what a row is (UUIDv5, RFC 9562). Two devices that make the same thing offline make one
 * row. The SQL function `private.name_id` computes the same ids.
 */
import { hexOf, sha1 } from './sha1.ts';

/** An import makes thousands of ids. */
const encoder = new TextEncoder();

const NAMESPACE = '8c3e5b0a-6f0e-5d0a-9a50-6d1c0c5f7e11';

/** The UUIDv5 of a name in the product's namespace. */
export function nameId(name: string): string {
  return uuidV5(NAMESPACE, name);
}

/** Exported for its test, which compares it with the examples of the standard: they have other namespaces. */
export function uuidV5(namespace: string, name: string): string {
  const space = namespace.replaceAll('-', '');
  const text = encoder.encode(name);
  const named = new Uint8Array(16 + text.length);
  for (let at = 0; at < 16; at++) named[at] = Number.parseInt(space.slice(at * 2, at * 2 + 2), 16);
  named.set(text, 16);
  const bytes = sha1(named).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
