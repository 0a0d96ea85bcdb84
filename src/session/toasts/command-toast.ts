import type { Outcome } from '#domain/outcome';
import * as failures from '#texts/failures';
import { showToast } from '#ui/toast';
import { failureToast } from './failure-toast.ts';

/**
 * The title of a command's failure (specification, point 8), and the description when nothing more is known. `reasons`:
 * the descriptions of this command's own refusals.
 */
type Failure = { title: string; description: string; reasons?: { [reason: string]: string } };

const REASONS: { [reason: string]: string } = {
  forbidden: failures.ROLE,
  not_found: failures.GONE,
};

/** Runs a command. When it is refused, or this device cannot store it, shows a toast and returns null. */
export async function orToast<Value, Field extends string, Reason extends string>(
  { title, description, reasons }: Failure,
  command: () => Promise<Outcome<Value, Field, Reason>>,
): Promise<({ ok: true } & Value) | null> {
  try {
    const outcome = await command();
    if (outcome.ok) return outcome;
    const [reason] = Object.values<string | undefined>(outcome.errors);
    showToast({ title, description: reasons?.[reason ?? ''] ?? REASONS[reason ?? ''] ?? description, tone: 'error' });
  } catch (error) {
    showToast(failureToast(title, error, description));
  }
  return null;
}
