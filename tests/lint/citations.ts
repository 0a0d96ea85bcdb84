/** Comments and documents cite the specification's points, guarantees, rules and decisions by number. */

/** The numbers that may be cited. `points` are the specification's; `decisions` have four digits. */
export type Citable = {
  points: ReadonlySet<string>;
  guarantees: ReadonlySet<string>;
  rules: ReadonlySet<string>;
  decisions: ReadonlySet<string>;
};

/** Reads the numbers from the texts of the documents themselves. */
export function readCitable(specification: string, spec: string, decisionFiles: readonly string[]): Citable {
  const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
  const rules = all(spec, /^- \*\*(S\d+[a-z]?)\*\*/gm);
  return {
    points: all(specification, /^## (\d+)\. /gm),
    guarantees: all(spec, /^\| \*\*(G\d+)\*\* \|/gm),
    // A split rule may still be cited as a whole.
    rules: new Set([...rules, ...[...rules].map((rule) => rule.replace(/[a-z]$/, ''))]),
    decisions: new Set(decisionFiles.flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? [])),
  };
}

/** Each citation in `text` that names nothing, as it is written there. */
export function deadCitations(text: string, citable: Citable): string[] {
  const dead: string[] = [];
  const check = (pattern: RegExp, known: (name: string) => boolean) => {
    for (const [cited, name = ''] of text.matchAll(pattern)) if (!known(name)) dead.push(cited);
  };
  check(/\b(G\d+)\b(?![-\w])/g, (name) => citable.guarantees.has(name));
  check(/\b(S\d+[a-z]?)\b(?![-\w])/g, (name) => citable.rules.has(name));
  check(/\bdecisions? (\d+)\b/gi, (name) => citable.decisions.has(name.padStart(4, '0')));
  check(/decisions\/(\d{4})/g, (name) => citable.decisions.has(name));
  check(/specification[^.\n]{0,12} points? (\d+)/gi, (name) => citable.points.has(name));
  return dead;
}
