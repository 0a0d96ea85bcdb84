/** Oxlint plugin: reads every import and export of a file and holds it against the import table. */
import { relative, sep } from 'node:path';
import { refuseComputedImport, refuseFile, refuseImport } from './import-table.ts';

interface Node {
  type: string;
}

interface ImportingNode extends Node {
  /** The module's name; absent in `export { x }`, and any expression in `import(…)`. */
  source?: (Node & { value?: unknown }) | null;
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(found: { node: Node; message: string }): void;
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
      report(node, typeof name === 'string' ? refuseImport(file, name) : refuseComputedImport(file));
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
