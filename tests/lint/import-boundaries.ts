/** Oxlint plugin: checks every import and export of a file against the import table. */
import { relative, sep } from 'node:path';
import { refuseComputedImport, refuseFile, refuseImport } from './import-table.ts';

interface Node {
  type: string;
}

interface ImportingNode extends Node {
  /** The module's name. Absent in `export { x }`; any expression in `import(…)`. */
  source?: (Node & { value?: unknown }) | null;
  specifiers?: readonly Specifier[];
  /** Of `import('…').Name`. */
  qualifier?: NamedNode | null;
}

interface NamedNode extends Node {
  name?: string;
}

interface Specifier extends Node {
  /** Of an import; absent for `* as x`. */
  imported?: NamedNode;
  /** Of an export, the name in the other module; of an import, the name here. */
  local?: NamedNode;
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(found: { node: Node; message: string }): void;
}

/** The names that a node takes from its module; `*` when it takes all of them or it cannot be told. */
function namesOf({ type, specifiers, qualifier }: ImportingNode): string[] {
  switch (type) {
    case 'ImportDeclaration':
      return (specifiers ?? []).map(({ imported }) => imported?.name ?? '*');
    case 'ExportNamedDeclaration':
      return (specifiers ?? []).map(({ local }) => local?.name ?? '*');
    case 'TSImportType':
      return [qualifier?.name ?? '*'];
    default:
      return ['*'];
  }
}

const boundaries = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const report = (node: Node, message: string | null) => {
      if (message !== null) context.report({ node, message });
    };
    const check = (node: ImportingNode) => {
      if (!node.source) return;
      const name = node.source.value;
      report(node, typeof name === 'string' ? refuseImport(file, name, namesOf(node)) : refuseComputedImport(file));
    };
    return {
      Program: (node: Node) => report(node, refuseFile(file)),
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'carryover' }, rules: { boundaries } };
