/** Writes JSON with a line for each part, so that the files are short and can be read nevertheless. */
import { writeFileSync } from 'node:fs';

export function writeParts(file: string, value: object): void {
  const line = (one: unknown) => JSON.stringify(one);
  const parts = Array.isArray(value)
    ? `[\n${value.map(line).join(',\n')}\n]`
    : `{\n${Object.entries(value)
        .map(([key, one]) => `${line(key)}: ${line(one)}`)
        .join(',\n')}\n}`;
  writeFileSync(file, `${parts}\n`);
}
