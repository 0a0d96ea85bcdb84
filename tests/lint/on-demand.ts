/**
 * Oxlint plugin: what may be fetched later. A part of the screen is, by `onDemand`, `dialogOnDemand` or
 * `extraOnDemand`, which say what happens without a network. Code inside a command, a form or sync would fail there.
 */
import { relative, sep } from 'node:path';

interface Node {
  type: string;
  parent?: Node;
  callee?: Node & { name?: string };
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(found: { node: Node; message: string }): void;
}

const tests = /\.(test|fixture)\.tsx?$/;

/** They begin the app: the sync engine, and who is signed in, load beside the first screen. */
const START = ['src/main.tsx', 'src/first-screen.ts'];

const PARTS = ['onDemand', 'dialogOnDemand', 'extraOnDemand'];

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration'];

/** Whether the import stands in a function that is given to one of `PARTS`. */
function isPart(node: Node): boolean {
  let at = node.parent;
  while (at && !FUNCTIONS.includes(at.type)) at = at.parent;
  const call = at?.parent;
  return call?.type === 'CallExpression' && PARTS.includes(call.callee?.name ?? '');
}

const rule = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    if (!/^(src|sync)\//.test(file) || tests.test(file) || START.includes(file)) return {};
    return {
      ImportExpression(node: Node) {
        if (isPart(node)) return;
        const message = 'only a part of the screen is fetched later, by a function of on-demand.tsx: import this above';
        context.report({ node, message });
      },
    };
  },
};

export default { meta: { name: 'carryover-demand' }, rules: { parts: rule } };
