/** Oxlint plugin: texts for people are in `src/texts`, so a component has no words of its own (docs/decisions/0007). */
import { relative, sep } from 'node:path';

interface Node {
  type: string;
  parent?: Node;
  value?: unknown;
  name?: unknown;
  /** For a property of an object. */
  key?: Node;
}

interface TemplatePart extends Node {
  value: { cooked: string | null };
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(found: { node: Node; message: string }): void;
}

const SCREENS = /^src\/(pages|features|session|routes|ui)\/(?!.*\.(test|fixture)\.)/;
/**
 * Attributes that people read or hear, here and in the components of `ui`. For toasts and options, the properties as
 * well.
 */
const READ = /^(aria-(label|description|roledescription|valuetext)|alt|description|hint|label|placeholder|title)$/;
const WORD = /\p{L}{2}/u;
/** Two words, and the first begins like a sentence. A style, a path or a key's name does not look like that. */
const SENTENCE = /(^|[\s“(])\p{Lu}[\p{Ll}’']*\s\p{L}/u;

const texts = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    if (!SCREENS.test(file)) return {};
    const refuse = (node: Node, text: string) => {
      context.report({ node, message: `“${text.trim()}” is a text of the interface: it belongs in src/texts` });
    };
    return {
      JSXText: (node: Node) => {
        if (WORD.test(String(node.value))) refuse(node, String(node.value));
      },
      Literal: (node: Node) => {
        if (typeof node.value !== 'string' || isForPrograms(node)) return;
        if (isRead(node) ? WORD.test(node.value) : SENTENCE.test(node.value)) refuse(node, node.value);
      },
      TemplateElement: (node: TemplatePart) => {
        if (SENTENCE.test(node.value.cooked ?? '')) refuse(node, node.value.cooked ?? '');
      },
    };
  },
};

/**
 * An attribute that people read, or a child of an element: `title="Add"`, `{ title: 'Added' }`, `{busy ? 'Adding' :
 * 'Add'}`.
 */
function isRead(node: Node): boolean {
  let at = node.parent;
  while (at && ['ConditionalExpression', 'LogicalExpression'].includes(at.type)) at = at.parent;
  if (at?.type === 'JSXExpressionContainer') at = at.parent;
  if (at?.type === 'JSXElement' || at?.type === 'JSXFragment') return true;
  if (at?.type === 'Property') return at.key !== node && READ.test(String(at.key?.name));
  return at?.type === 'JSXAttribute' && READ.test(nameOf(at));
}

/** Programmer errors and module names are not shown to people. */
function isForPrograms({ parent }: Node): boolean {
  return /^(ImportDeclaration|ImportExpression|NewExpression|TSLiteralType)$/.test(parent?.type ?? '');
}

function nameOf(attribute: Node): string {
  const name: unknown = attribute.name;
  return typeof name === 'object' && name !== null && 'name' in name ? String(name.name) : '';
}

export default { meta: { name: 'carryover-texts' }, rules: { texts } };
