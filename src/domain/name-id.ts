/**
 * Ids that are computed from what a row is (UUIDv5, RFC 9562). Two devices that make the same thing offline make one
 * row. The SQL function `private.name_id` computes the same ids.
 */
import { sha1 } from './sha1.ts';

const NAMESPACE = '8c3e5b0a-6f0e-5d0a-9a50-6d1c0c5f7e11';

/** The UUIDv5 of a name in the product's namespace. */
export function nameId(name: string): string {
  return uuidV5(NAMESPACE, name);
}

/** Exported for its test, which compares it with the examples of the standard: they have other namespaces. */
export function uuidV5(namespace: string, name: string): string {
  const space = Uint8Array.from(namespace.replaceAll('-', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const bytes = sha1(new Uint8Array([...space, ...new TextEncoder().encode(name)])).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
