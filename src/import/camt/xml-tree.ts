/** Small trees of an XML file, one for each element that is asked for. Workers have no DOMParser. */
import { SaxesParser } from 'saxes';

export interface XmlNode {
  /** Without the prefix of its namespace. */
  name: string;
  /** The first line of the file is 1. */
  line: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlNode[];
  /** The file ends in the midst of it. */
  isCut?: true;
}

/** No statement nests deeper. Deeper elements are left out. */
const DEEPEST = 40;

/** A file with more elements inside of each other, or with more that have to be kept, is given up. */
const MOST_OPEN = 1_000;
const MOST_KEPT = 200_000;

/** Each mistake takes time, so a file with more of them is given up. */
const MOST_MISTAKES = 100;

/** So much text is parsed at once. */
const SLICE = 100_000;

/** Elements that are too many to be kept: each becomes something smaller as soon as it ends. */
export interface Folding {
  name: string;
  /** `parent`: the element around it, which stays. */
  fold: (node: XmlNode, parent: XmlNode) => void;
}

/**
 * The root of the file, and the line of its first mistake, or null. After a mistake the elements that follow are read
 * as well as possible. Elements that are folded are not in the tree; one in which the file ends is folded, too.
 */
export function readXml(text: string, folding?: Folding): { root: XmlNode | null; mistake: number | null } {
  const parser = new SaxesParser({ xmlns: false });
  const open: XmlNode[] = [];
  let root: XmlNode | null = null;
  let mistake: number | null = null;
  let mistakes = 0;
  /** Elements in the tree, with those of the element that is going to be folded. */
  let kept = 0;
  let keptBefore = 0;
  parser.on('error', (error) => {
    mistake ??= parser.line;
    if (++mistakes > MOST_MISTAKES) throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = {
      name: localName(name),
      line: parser.line,
      attributes,
      text: '',
      children: [],
    };
    root ??= node;
    if (node.name === folding?.name) keptBefore = kept;
    kept += 1;
    if (kept > MOST_KEPT || open.length > MOST_OPEN) throw new Error('too much');
    if (open.length < DEEPEST && node.name !== folding?.name) open.at(-1)?.children.push(node);
    open.push(node);
  });
  const add = (more: string) => {
    const last = open.at(-1);
    if (last) last.text += more;
  };
  const close = () => {
    const node = open.pop();
    const parent = open.at(-1);
    if (!node || !parent || node.name !== folding?.name) return;
    folding.fold(node, parent);
    kept = keptBefore;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', close);
  try {
    for (let from = 0; from < text.length; from += SLICE) parser.write(text.slice(from, from + SLICE));
    parser.close();
  } catch {
    // It is no XML at all, or too much of it. What stands before is kept.
    mistake ??= parser.line;
  }
  for (const node of open) node.isCut = true;
  while (open.length > 0) close();
  return { root, mistake };
}

/** The first element on this path of names below the node. */
export function at(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return walk(node, path);
}

/** A statement has millions of these steps. */
function walk(node: XmlNode | undefined, path: readonly string[]): XmlNode | undefined {
  let one = node;
  for (const name of path) one = one?.children.find((child) => child.name === name);
  return one;
}

/** The text on the first of these paths that has one; paths are names with slashes. */
export function textAt(node: XmlNode | undefined, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = walk(node, stepsOf(path))?.text.trim();
    if (text) return text;
  }
  return '';
}

/** The names of each path, of which the code has some dozens. */
const known = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  const steps = known.get(path) ?? path.split('/');
  known.set(path, steps);
  return steps;
}

/** All elements of this name directly below the node. */
export function all(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? [];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
