/**
 * The same bytes, in memory that holds little else. A short answer of the database comes in a piece of memory with many
 * others, and would keep all of it for as long as nobody reads the answer.
 */
export function ownBytes(bytes: Buffer): Buffer {
  return 2 * bytes.length < bytes.buffer.byteLength ? Buffer.from(new Uint8Array(bytes).buffer) : bytes;
}
