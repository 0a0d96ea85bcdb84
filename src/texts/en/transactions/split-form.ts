/** Sentences of the form of a split, which the first page does without. Amounts come formatted. */

export function line(number: number): string {
  return `Line ${number}`;
}

/** The accessible name of a field in a line: "Line 2: Amount". */
export function ofLine(number: number, what: string): string {
  return `${line(number)}: ${what}`;
}

export function removeLine(number: number): string {
  return `Remove line ${number}`;
}

export function giveRest(number: number): string {
  return `Give the rest to line ${number}`;
}

export function left(amount: string): string {
  return `Left to assign: ${amount}`;
}

export function tooMuch(amount: string): string {
  return `${amount} too much`;
}
