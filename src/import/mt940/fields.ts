/** The fields of an MT940 file: a tag between colons, and its text with the lines that follow. */

export interface Field {
  /** `61`, `60F`. */
  tag: string;
  /** Its lines. */
  lines: string[];
  /** Where it begins in the file; the first line is 1. */
  line: number;
}

const TAG = /^:(\d{2}[A-Z]?):(.*)$/;

/** What ends a message, or begins the next one. */
const AROUND = /^(-\}?|\{.*)$/;

/** All fields in the order of the file. Headers of the network in braces are left out. */
export function readFields(text: string): Field[] {
  const fields: Field[] = [];
  let open: Field | null = null;
  text.split(/\r\n|\n|\r/).forEach((one, at) => {
    const [, tag, rest = ''] = TAG.exec(one.trimStart()) ?? [];
    if (tag !== undefined) {
      open = { tag, lines: [rest], line: at + 1 };
      fields.push(open);
    } else if (AROUND.test(one.trim())) open = null;
    else open?.lines.push(one);
  });
  return fields;
}
