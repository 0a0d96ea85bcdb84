-- A sentence for each function that has none yet. They stand before it in supabase/schema.

comment on function private.carry_out_units(jsonb, private.unit_operation[], boolean) is
  'Carries out these units as one set and returns the numbers of what stands, or raises. p_is_one: a unit that goes '
  'alone is refused whole.';
comment on function private.check_weight(jsonb[], jsonb[]) is
  'Raises PT413 for a push of which too much is refused: a refused row weighs double.';
comment on function private.count_refusal() is 'One more row of the mutation was found by savepoints.';
comment on function private.is_of_transaction(jsonb) is 'Whether the operation is about a transaction.';
comment on function private.may_name_import(uuid, uuid, uuid) is
  'Whether the caller may say that the row of this account is of the import. An import that is not there is nobody''s.';
comment on function private.note_untaken(jsonb) is 'Notes what is told of a row, where the mutation is decided apart.';
comment on function private.notes_on_untaken() is 'What was noted of rows so far, in order.';
comment on function private.patches_to_refuse(private.merged_patch[]) is
  'The patches that would raise for a usual reason: a nature or lines that forbid the field, a status or an origin that '
  'the role may not write, a reconciliation that is gone.';
comment on function private.refuse_import() is 'Raises: the import is somebody else''s, or of another account.';
comment on function private.refuse_unit(private.unit_operation[], text) is
  'Notes each row of the unit as refused for this reason.';
comment on function private.refused_rows() is 'The rows that were refused so far.';
comment on function private.with_own_import(jsonb) is
  'The row to restore, without an origin that its author may not name.';
comment on function private.with_removal(jsonb, private.changes) is
  'The row to restore. What it does not name comes from the removal, because a device of an older version may not know '
  'it. Lines do not, when the restore names another amount, type or category than they belong to.';
comment on function private.with_sides(private.unit_operation[]) is
  'The operations with the transfers of the rows that they change or delete without naming them.';
