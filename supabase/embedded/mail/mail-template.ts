import { readFile } from 'node:fs/promises';

const folder = new URL('../../templates/', import.meta.url);

/** A mail of supabase/templates with its `{{ .Name }}`s filled in as text. Values are never read as HTML. */
export async function renderTemplate(file: string, values: Record<string, string>): Promise<string> {
  const template = await readFile(new URL(file, folder), 'utf8');
  return template.replaceAll(/\{\{ \.(\w+) \}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
