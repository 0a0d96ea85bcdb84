/** Base64 of bytes. Browsers of 2024 have no methods for it yet. */

/** A function takes so many arguments in every browser. */
const AT_ONCE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    characters += String.fromCharCode(...bytes.subarray(from, from + AT_ONCE));
  }
  return btoa(characters);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
