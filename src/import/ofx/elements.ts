/**
 * The elements of an OFX file, of version 1 (SGML, where a value has no end tag) and of version 2 (XML). Our own,
 * because banks write `<` into names and leave values empty, at which libraries throw.
 */

/** Takes the elements of a file one at a time: there are ten times as many as entries. The first line is 1. */
export interface Visitor {
  /** `value`: what stands behind an opening tag, up to the next tag; empty for elements that hold others. */
  open(name: string, value: string, line: number): void;
  close(name: string, line: number): void;
}

/** Names of elements are in capitals. So `<3` or `<b>` in a name is text. */
const TAG = /<(\/?)([A-Z][A-Z0-9._]+)(?:\s[^<>]{0,200})?\s{0,9}\/?>/g;
const ANY_CASE = /<(\/?)([A-Za-z][A-Za-z0-9._]+)(?:\s[^<>]{0,200})?\s{0,9}\/?>/g;

const ROOT = /<\/?OFX(?:\s[^<>]{0,200})?\s{0,9}\/?>/;
const ROOT_OF_ANY_CASE = new RegExp(ROOT, 'i');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Visits all elements in the order of the file, with names in capitals. */
export function eachElement(file: string, visitor: Visitor): void {
  const text = withoutComments(file);
  const isUsual = /<(OFX|STMTTRN)\b/.test(text);
  const lineAt = countLines(text);
  const tag = new Tag(text, isUsual ? TAG : ANY_CASE);
  // The element whose value ends at the next tag; empty where there is none.
  let open = '';
  let [from, line] = [0, 1];
  for (let at = startOf(text, isUsual); at >= 0; at = text.indexOf('<', at + 1)) {
    if (!tag.readAt(at, open)) continue;
    if (open !== '') visitor.open(open, plainText(text.slice(from, at)), line);
    line = lineAt(at);
    const name = isUsual ? tag.name : tag.name.toUpperCase();
    if (tag.isClose) visitor.close(name, line);
    open = tag.isClose ? '' : name;
    from = tag.end;
  }
  if (open !== '') visitor.open(open, plainText(text.slice(from)), line);
}

/** Where the first element begins; -1 without an element OFX and without entries. */
function startOf(text: string, isUsual: boolean): number {
  const root = text.search(isUsual ? ROOT : ROOT_OF_ANY_CASE);
  return root >= 0 || !(isUsual || /<STMTTRN\b/i.test(text)) ? root : 0;
}

/** One tag at a time. Nearly all are a name between angle brackets, and are told without a pattern. */
class Tag {
  name = '';
  isClose = false;
  /** Where its text begins. */
  end = 0;
  readonly #text: string;
  readonly #pattern: RegExp;

  constructor(text: string, pattern: RegExp) {
    this.#text = text;
    this.#pattern = new RegExp(pattern, 'y');
  }

  /** Whether a tag begins there. `open`: the element before it, mostly the one that it closes; empty for none. */
  readAt(at: number, open: string): boolean {
    const isClose = this.#text.charCodeAt(at + 1) === SLASH;
    if (isClose && open !== '' && this.#closes(at + 2, open)) return true;
    const start = at + (isClose ? 2 : 1);
    let end = start;
    while (isCapital(this.#text.charCodeAt(end))) end += 1;
    if (end - start < 2 || this.#text.charCodeAt(end) !== BRACKET) return this.#matchAt(at);
    this.name = this.#text.slice(start, end);
    this.isClose = isClose;
    this.end = end + 1;
    return true;
  }

  #closes(start: number, name: string): boolean {
    const end = start + name.length;
    if (this.#text.charCodeAt(end) !== BRACKET || !this.#text.startsWith(name, start)) return false;
    this.name = name;
    this.isClose = true;
    this.end = end + 1;
    return true;
  }

  #matchAt(at: number): boolean {
    this.#pattern.lastIndex = at;
    const match = this.#pattern.exec(this.#text);
    if (!match) return false;
    this.name = match[2] ?? '';
    this.isClose = match[1] === '/';
    this.end = this.#pattern.lastIndex;
    return true;
  }
}

const SLASH = '/'.charCodeAt(0);
const BRACKET = '>'.charCodeAt(0);

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** Returns a function that tells the line of a place. Each place is behind the one before. */
function countLines(text: string): (place: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (place) => {
    for (; next >= 0 && next < place; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** The lines stay where they are. A comment that does not end is none. */
function withoutComments(text: string): string {
  let plain = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return plain + text.slice(from);
    plain += text.slice(from, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    from = end + 3;
  }
}

function plainText(raw: string): string {
  if (!raw.includes('&') && !raw.includes('<')) return raw.trim();
  const whole = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(raw);
  if (whole) return (whole[1] ?? '').trim();
  return raw
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
      (entity, decimal?: string, hex?: string, name = '') => {
        const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0;
        if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
        return ENTITIES[String(name).toLowerCase()] ?? entity;
      },
    )
    .trim();
}
