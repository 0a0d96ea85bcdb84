/**
 * Does the work of safeupdate, which hosted projects load for the table API. It refuses an UPDATE or DELETE without
 * WHERE, also within a function. Our PostgreSQL does not have it, so this reads the texts with PostgreSQL's own parser.
 */
import { parsePlPgSQLSync, parseSync } from 'libpg-query';

type Tree = Record<string, unknown>;

/**
 * What is wrong with these SQL statements, one line each. Load the parser first (`loadModule`). Throws if a text is not
 * SQL.
 */
export function findUnfilteredWrites(sql: string): string[] {
  return statementsOf(sql).flatMap(({ tree, text }) => [
    ...unfilteredIn(tree, text),
    ...bodiesIn(tree, text).flatMap(findInBody),
  ]);
}

/** Splits the statements, each with its text. The parser counts bytes. */
function statementsOf(sql: string): { tree: Tree; text: string }[] {
  const bytes = Buffer.from(sql);
  const parsed: unknown = parseSync(sql);
  return valuesOf(parsed, 'stmts')
    .flatMap((stmts) => (Array.isArray(stmts) ? stmts.filter(isTree) : []))
    .map((tree) => {
      const { stmt_location: start = 0, stmt_len: length } = tree;
      if (typeof start !== 'number') throw new Error('A statement begins nowhere.');
      const end = typeof length === 'number' ? start + length : bytes.length;
      return { tree, text: bytes.subarray(start, end).toString().trim() };
    });
}

function unfilteredIn(tree: Tree, text: string): string[] {
  return ['UpdateStmt', 'DeleteStmt']
    .flatMap((kind) => valuesOf(tree, kind))
    .filter((node) => isTree(node) && node.whereClause === undefined)
    .map(() => `writes every row: ${text.slice(0, 200)}`);
}

type Body = { language: string; body: string; statement: string; isBlock: boolean };

function bodiesIn(tree: Tree, statement: string): Body[] {
  return ['CreateFunctionStmt', 'DoStmt'].flatMap((kind) =>
    valuesOf(tree, kind)
      .map((node) => ({
        language: optionOf(node, 'language') ?? 'plpgsql',
        body: optionOf(node, 'as') ?? '',
        statement,
        isBlock: kind === 'DoStmt',
      }))
      .filter(({ body }) => body !== ''),
  );
}

function findInBody({ language, body, statement, isBlock }: Body): string[] {
  if (language === 'sql') return findUnfilteredWrites(body);
  if (language !== 'plpgsql') return [`is in ${language}, which cannot be read: ${statement.slice(0, 200)}`];
  const parsed: unknown = parsePlPgSQLSync(statement);
  const queries = valuesOf(parsed, 'PLpgSQL_expr')
    .filter(isTree)
    // 0 is a statement. The rest are expressions and assignments, which cannot write.
    .filter(({ parseMode = 0 }) => parseMode === 0)
    .flatMap(({ query }) => (typeof query === 'string' ? findUnfilteredWrites(query) : []));
  const made = ['PLpgSQL_stmt_dynexecute', 'PLpgSQL_stmt_dynfors', 'dynquery'].flatMap((kind) =>
    valuesOf(parsed, kind),
  );
  // A block runs once, for the user who migrates, not for the table API.
  if (made.length === 0 || isBlock) return queries;
  return [...queries, `runs SQL that it makes itself, which cannot be read: ${statement.slice(0, 200)}`];
}

function optionOf(node: unknown, name: string): string | undefined {
  const option = valuesOf(node, 'DefElem').find((found) => isTree(found) && found.defname === name);
  const [text] = valuesOf(option, 'sval');
  return typeof text === 'string' ? text : undefined;
}

/** All values under this name, at any depth. */
function valuesOf(tree: unknown, name: string): unknown[] {
  if (Array.isArray(tree)) return tree.flatMap((item) => valuesOf(item, name));
  if (!isTree(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(value, name)]);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
