/**
 * The elements of an OFX file, of version 1 (SGML, where a value has no end tag) and of version 2 (XML). Our own,
 * because banks write `<` into names and leave values empty, at which libraries throw.
 */

export interface Element {
  name: string;
  kind: 'open' | 'close';
  /** What stands behind an opening tag, up to the next tag; empty for elements that hold others. */
  value: string;
  /** The first line of the file is 1. */
  line: number;
}

/** Names of elements are in capitals. So `<3` or `<b>` in a name is text. */
const TAG = /<(\/?)([A-Z][A-Z0-9._]+)(?:\s[^<>]{0,200})?\s{0,9}\/?>/g;
const ANY_CASE = /<(\/?)([A-Za-z][A-Za-z0-9._]+)(?:\s[^<>]{0,200})?\s{0,9}\/?>/g;

const ROOT = /<\/?OFX(?:\s[^<>]{0,200})?\s{0,9}\/?>/;
const ROOT_OF_ANY_CASE = new RegExp(ROOT, 'i');

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * All elements in the order of the file, one at a time: there are ten times as many as entries. None without an element
 * OFX and without entries. Names are in capitals.
 */
export function* readElements(file: string): Generator<Element> {
  const text = withoutComments(file);
  const isUsual = /<(OFX|STMTTRN)\b/.test(text);
  const root = text.search(isUsual ? ROOT : ROOT_OF_ANY_CASE);
  if (root < 0 && !(isUsual || /<STMTTRN\b/i.test(text))) return;
  const pattern = new RegExp(isUsual ? TAG : ANY_CASE);
  pattern.lastIndex = Math.max(0, root);
  const lineAt = countLines(text);
  let open: Element | null = null;
  let from = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (open) yield { ...open, value: plainText(text.slice(from, match.index)) };
    const [, slash, name = ''] = match;
    const kind = slash ? 'close' : 'open';
    const element: Element = { name: name.toUpperCase(), kind, value: '', line: lineAt(match.index) };
    open = slash ? null : element;
    from = pattern.lastIndex;
    if (slash) yield element;
  }
  if (open) yield { ...open, value: plainText(text.slice(from)) };
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
  if (!/[&<]/.test(raw)) return raw.trim();
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
