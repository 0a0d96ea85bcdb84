/** What is left to assign while lines are typed. A separate file, because only the editor of lines needs it. */

import { leftToAssign } from '../money/lines.ts';
import { parseAmount, plainAmount } from '../money/money.ts';
import type { LineInput } from './entered-lines.ts';

/** The cents that lines as typed leave of an amount as typed; null while that is none. Empty lines have nothing. */
export function leftOfTyped(amount: string, inputs: readonly LineInput[]): number | null {
  const whole = parseAmount(amount);
  return whole.ok ? leftToAssign(whole.cents, inputs.map(typedLine)) : null;
}

function typedLine({ amount }: LineInput): { cents: number } {
  const parsed = parseAmount(amount);
  return { cents: parsed.ok ? parsed.cents : 0 };
}

/** The lines with the rest of the amount added to one of them; unchanged where that would leave it nothing. */
export function withRest(inputs: readonly LineInput[], id: string, left: number): LineInput[] {
  return inputs.map((line) => {
    const cents = typedLine(line).cents + left;
    return line.id === id && cents > 0 ? { ...line, amount: plainAmount(cents) } : line;
  });
}
