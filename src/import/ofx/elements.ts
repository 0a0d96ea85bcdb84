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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** All elements in the order of the file; none without an element OFX and without entries. Names are in capitals. */
export function readElements(file: string): Element[] {
  const text = withoutComments(file);
  const pattern = /<(OFX|STMTTRN)\b/.test(text) ? TAG : ANY_CASE;
  const found: Element[] = [];
  let line = 1;
  let counted = 0;
  let open: { element: Element; from: number } | null = null;
  const close = (to: number) => {
    if (open) open.element.value = plainText(text.slice(open.from, to));
  };
  for (const match of text.matchAll(pattern)) {
    close(match.index);
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 10) line++;
    const kind = match[1] === '/' ? 'close' : 'open';
    const element: Element = { name: (match[2] ?? '').toUpperCase(), kind, value: '', line };
    open = kind === 'open' ? { element, from: match.index + match[0].length } : null;
    found.push(element);
  }
  close(text.length);
  const root = found.findIndex(({ name }) => name === 'OFX');
  if (root >= 0) return found.slice(root);
  return found.some(({ name }) => name === 'STMTTRN') ? found : [];
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
