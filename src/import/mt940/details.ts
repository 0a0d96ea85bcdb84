/** Field 86 says what an entry is for: in parts with numbers, in parts named between slashes, or in plain words. */
import { joinTexts, tidyText } from '../statement/statement.ts';

export interface Details {
  payee: string;
  text: string;
}

/** Three digits of the kind of entry, then a sign of the bank's choice before each number of a part. */
const NUMBERED = /^\d{3}([?<>~^])\d{2}/;

/** Codes in front of the parts of a purpose. Only what the payer wrote is of interest. */
const PURPOSE = /(?:^|\s*)SVWZ\+([\s\S]*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|ABWA|ABWE|IBAN|BIC)\+|$)/;

const NAMED =
  /\/(NAME|REMI|CNTP|TRTP|EREF|ORDP|BENM|CSID|MARF|IBAN|BIC|ADDR|RTRN|PREF|NRTX|PURP|ULTD|ULTB|ISDT|USTD)\//;

export function readDetails(lines: readonly string[]): Details {
  const whole = lines.join('');
  const [, sign] = NUMBERED.exec(whole) ?? [];
  if (sign !== undefined) return numbered(whole, sign);
  return NAMED.test(whole) ? named(whole) : { payee: '', text: tidyText(lines.join(' ')) };
}

function numbered(whole: string, sign: string): Details {
  const parts = new Map<number, string>();
  for (const part of whole.slice(3).split(sign)) {
    const [, number, text = ''] = /^(\d{2})(.*)$/s.exec(part) ?? [];
    if (number !== undefined) parts.set(Number(number), (parts.get(Number(number)) ?? '') + text);
  }
  const join = (from: number, to: number) =>
    [...parts].flatMap(([number, text]) => (number >= from && number <= to ? [text] : [])).join('');
  const payee = tidyText(join(32, 33));
  const all = join(20, 29) + join(60, 63);
  const purpose = tidyText(PURPOSE.exec(all)?.[1] ?? all);
  return { payee, text: joinTexts([payee, purpose || tidyText(parts.get(0) ?? '')]) };
}

function named(whole: string): Details {
  const parts = new Map<string, string>();
  const pieces = whole.split(NAMED);
  for (let at = 1; at < pieces.length; at += 2) parts.set(pieces[at] ?? '', pieces[at + 1] ?? '');
  // The other account: its number, its bank, its name.
  const other = parts.get('CNTP')?.split('/')[2] ?? '';
  const payee = tidyText(parts.get('NAME') ?? other);
  const remittance = (parts.get('REMI') ?? '').replace(/^USTD\/\//, '').replace(/\/+$/, '');
  const text = joinTexts([payee, remittance || (parts.get('USTD') ?? '').replace(/^\/+|\/+$/g, '')]);
  return { payee, text: text || tidyText(whole) };
}
