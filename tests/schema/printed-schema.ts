/** The files of supabase/schema: the database of today, subject by subject. */
import type { Sql, TransactionSql } from 'postgres';
import { type Definition, definitionsOf } from './definitions.ts';
import { SUBJECTS } from './subjects.ts';

const COLUMNS = 120;

/** File names with their texts, and what is wrong with the subjects or the comments, as sentences. */
export type PrintedSchema = { files: Record<string, string>; problems: string[] };

export async function printSchema(sql: Sql | TransactionSql): Promise<PrintedSchema> {
  const definitions = await definitionsOf(sql);
  const files: Record<string, string> = {};
  const placed = new Map<Definition, string>();
  const problems: string[] = [];
  for (const [subject, { about, parts }] of Object.entries(SUBJECTS)) {
    const shown = parts
      .trim()
      .split(/\s+/)
      .flatMap((name) => {
        const found = definitions.filter((definition) => isCalled(definition, name));
        if (found.length === 0)
          problems.push(`The subject ${subject} names ${name}, which the database does not have.`);
        return found;
      });
    for (const definition of shown) {
      const other = placed.get(definition);
      if (other !== undefined) problems.push(`${definition.name} stands in ${other} and again in ${subject}.`);
      placed.set(definition, subject);
    }
    files[`${subject}.sql`] = [heading(about), ...shown.map(asText)].join('\n\n').concat('\n');
  }
  for (const definition of definitions) {
    const { name } = definition;
    if (!placed.has(definition)) problems.push(`No subject in tests/schema/subjects.ts names ${name}.`);
    if (needsComment(definition)) problems.push(`${name} has no comment: say in a migration what it does.`);
  }
  return { files, problems };
}

/** A name may end with `*`, which stands for any ending. */
function isCalled({ name }: Definition, wanted: string): boolean {
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}

const needsComment = ({ kind, comment }: Definition) => comment === null && (kind === 'function' || kind === 'policy');

const heading = (about: string) =>
  [
    commented(about),
    '-- `npm run schema` printed this from a migrated database. Change it by a new file in supabase/migrations.',
    '-- Nobody but the owner has a right that is not granted here.',
  ].join('\n');

/** Comments on columns stand within the definition. */
function asText({ kind, comment, sql }: Definition): string {
  const text =
    kind === 'table' || kind === 'type' ? sql.replace(/^ {2}-- (.*)$/gm, (_, said) => commented(said, '  ')) : sql;
  return comment === null ? text : `${commented(comment)}\n${text}`;
}

/** The text as comment lines of at most 120 columns. */
function commented(text: string, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < COLUMNS) lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(`${indent}-- ${word}`);
  }
  return lines.join('\n');
}
