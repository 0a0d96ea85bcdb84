import { limits } from './limits.ts';

/** A JSON body that has more keys and values, or deeper nesting, than its route takes. */
export class JsonTooLarge extends Error {
  constructor(what: string) {
    super(`The request body has ${what}`);
    this.name = 'JsonTooLarge';
  }
}

/** Longer names cannot be names of arguments: PostgreSQL's have 63 bytes. */
const longestName = 128;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Scans a JSON text as its bytes arrive, and builds nothing from it. It counts keys and values, measures the nesting,
 * and collects the keys of the outermost object. It does not check whether the text is JSON; the parser does. It takes
 * linear time, and keeps only those keys.
 */
export class JsonScan {
  readonly #mostValues: number;
  #values = 0;
  #depth = 0;
  #isJson: boolean | null = null;
  #isObject = false;
  #inText = false;
  #escaped = false;
  #nameAwaited = false;
  /** Bytes of the outermost object's key that is being read. */
  #name: Buffer | null = null;
  #names: Set<string> | null = new Set();

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** Throws JsonTooLarge. */
  read(bytes: Uint8Array): void {
    let at = this.#isJson === null ? this.#findStart(bytes) : 0;
    if (this.#isJson !== true) return;
    while (at < bytes.length) at = this.#inText ? this.#readText(bytes, at) : this.#readSigns(bytes, at);
  }

  /**
   * Keys of the outermost object; an empty set for an empty body. Null when the body is no object, or has keys that
   * name nothing.
   */
  names(): Set<string> | null {
    if (this.#isJson === null) return new Set();
    return this.#isObject && this.#depth === 0 ? this.#names : null;
  }

  /** Bodies of other forms (CSV, form fields) are not scanned. */
  #findStart(bytes: Uint8Array): number {
    let start = 0;
    while (start < bytes.length && (bytes[start] ?? 0) <= 0x20) start += 1;
    if (start === bytes.length) return start;
    this.#isJson = bytes[start] === openBrace || bytes[start] === openBracket;
    this.#isObject = bytes[start] === openBrace;
    return start;
  }

  /** Reads from one quote to the next, or to the end of the bytes. Returns where to go on. */
  #readText(bytes: Uint8Array, start: number): number {
    let at = start;
    let escaped = this.#escaped;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (escaped) escaped = false;
      else if (byte === quote) break;
      else if (byte === backslash) escaped = true;
    }
    this.#escaped = escaped;
    // A view of the bytes costs more than looking at them, and a body may have a hundred thousand texts.
    if (this.#name) this.#keepName(bytes.subarray(start, at));
    if (at === bytes.length) return at;
    this.#inText = false;
    if (this.#name) this.#names?.add(this.#name.toString('utf8'));
    this.#name = null;
    return at + 1;
  }

  #keepName(part: Uint8Array): void {
    if (!this.#name) return;
    this.#name = Buffer.concat([this.#name, part.subarray(0, longestName)]);
    if (this.#name.length < longestName && !part.includes(backslash)) return;
    this.#names = null;
    this.#name = null;
  }

  /** Reads everything between texts, up to the next quote. Returns where to go on. */
  #readSigns(bytes: Uint8Array, start: number): number {
    for (let at = start; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) {
        this.#inText = true;
        if (this.#nameAwaited) this.#name = Buffer.alloc(0);
        this.#nameAwaited = false;
        return at + 1;
      }
      if (byte === comma || byte === colon) this.#count(byte);
      else if (byte === openBrace || byte === openBracket) this.#open(byte);
      else if (byte === closeBrace || byte === closeBracket) this.#depth -= 1;
    }
    return bytes.length;
  }

  #open(sign: number): void {
    this.#depth += 1;
    if (this.#depth > limits.jsonDepth.most) throw new JsonTooLarge('arrays and objects nested too deep');
    this.#count(sign);
  }

  /** A key stands after the outermost object's brace, and after its commas. */
  #count(sign: number): void {
    this.#values += 1;
    if (this.#values > this.#mostValues) throw new JsonTooLarge(`more than ${this.#mostValues} keys and values`);
    if (this.#depth === 1 && this.#isObject && sign !== colon) this.#nameAwaited = true;
  }
}
