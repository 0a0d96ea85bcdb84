/** The answer of a rule or a command: what was made, or why not, by field. Mistakes of the user are no exceptions. */

/** `form` is about the form as a whole, when no single field is wrong. */
export type Problems<Field extends string, Reason extends string> = Partial<Record<Field | 'form', Reason>>;

export type Refused<Field extends string, Reason extends string> = { ok: false; errors: Problems<Field, Reason> };

export type Outcome<Value, Field extends string, Reason extends string> =
  | ({ ok: true } & Value)
  | Refused<Field, Reason>;

/** Refuses the form as a whole. */
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
