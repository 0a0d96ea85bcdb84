/** What a rule or a command answers: what was made, or why not, by field. Mistakes of the user are answers, not exceptions. */

/** `form` stands for the entry as a whole where no field is to blame. */
export type Problems<Field extends string, Reason extends string> = Partial<Record<Field | 'form', Reason>>;

export type Refused<Field extends string, Reason extends string> = { ok: false; errors: Problems<Field, Reason> };

export type Outcome<Value, Field extends string, Reason extends string> =
  | ({ ok: true } & Value)
  | Refused<Field, Reason>;

/** Refuses the entry as a whole. */
export function refuseForm<Reason extends string>(reason: Reason): { ok: false; errors: { form: Reason } } {
  return { ok: false, errors: { form: reason } };
}

/** Refuses one field. */
export function refuseField<Field extends string, Reason extends string>(
  field: Field,
  reason: Reason,
): Refused<Field, Reason> {
  const errors: Problems<Field, Reason> = {};
  errors[field] = reason;
  return { ok: false, errors };
}
