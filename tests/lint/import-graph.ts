/** What our product files import of each other, and whether something imports itself through others. */
import { posix } from 'node:path';
import * as v from 'valibot';

/** Files or folders, each with what it imports. Paths are relative to the repository. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export interface Import {
  from: string;
  to: string;
}

/** `from '…'`, `import '…'` and `import('…')`, of a file beside this one or of a name in package.json. */
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)'([.#][^'?]+)/g;

const Package = v.object({ imports: v.record(v.string(), v.string()) });

/** Finds the file that a name of package.json's `imports` means; null when it means none. */
export function readNames(packageJson: string): (name: string) => string | null {
  const { imports } = v.parse(v.pipe(v.string(), v.parseJson(), Package), packageJson);
  // `#ui/*.ts` before `#ui/*`.
  const patterns = Object.entries(imports).sort(([one], [other]) => other.length - one.length);
  return (name) => {
    for (const [pattern, target] of patterns) {
      const [start = '', end] = pattern.split('*');
      if (end === undefined ? name !== pattern : !(name.startsWith(start) && name.endsWith(end))) continue;
      const middle = name.slice(start.length, end ? -end.length : undefined);
      return posix.normalize(target.replace('*', middle));
    }
    return null;
  };
}

/** Each import among these files, in the order of the texts. Another file, or a package, is not among them. */
export function importsAmong(texts: ReadonlyMap<string, string>, meantBy: (name: string) => string | null): Import[] {
  return [...texts].flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].flatMap(([, name = '']) => {
      const to = name.startsWith('.') ? posix.join(posix.dirname(from), name) : meantBy(name);
      return to !== null && texts.has(to) ? [{ from, to }] : [];
    }),
  );
}

/** The imports between the parts of the product that `partOf` names, without those inside of one part. */
export function graphOf(imports: readonly Import[], partOf: (file: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [partOf(from), partOf(to)];
    const known = graph.get(one) ?? new Set();
    graph.set(one, one === other ? known : known.add(other));
  }
  return graph;
}

/** A way from a part through others back to itself, or null. */
export function circleIn(graph: Graph): string[] | null {
  const done = new Set<string>();
  const visit = (part: string, way: readonly string[]): string[] | null => {
    const at = way.indexOf(part);
    if (at >= 0) return [...way.slice(at), part];
    if (done.has(part)) return null;
    for (const next of graph.get(part) ?? []) {
      const circle = visit(next, [...way, part]);
      if (circle) return circle;
    }
    done.add(part);
    return null;
  };
  for (const part of graph.keys()) {
    const circle = visit(part, []);
    if (circle) return circle;
  }
  return null;
}
