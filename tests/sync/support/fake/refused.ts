import type { Refusal } from '#domain/mutations/verdicts';

/** The server refuses the mutation. `code`: of a limit of one person, or of one account. */
export class Refused extends Error {
  readonly reason: Refusal;
  readonly code: string | null;
  constructor(reason: Refusal, code: string | null = null) {
    super(reason);
    this.reason = reason;
    this.code = code;
  }
}
