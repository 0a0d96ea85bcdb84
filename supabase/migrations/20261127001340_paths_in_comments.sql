-- Files of the app have moved since these comments were written.
comment on function private.refuse is
  'Raises PTxxx, which the table API answers as HTTP status xxx; the detail is one of the reasons of '
  'src/domain/mutations/verdicts.ts or of send-invitation.';
comment on function private.refusal(text, text, text) is
  'The verdict that an error stands for, with a reason of src/domain/mutations/verdicts.ts.';
comment on function private.pull_keys(uuid, bigint, bigint) is
  'KeyPage of src/domain/ids/import-keys.ts: the keys above a number, a page an import (S69h). reached: up to which '
  'number they came; all of one number come together.';
comment on function private.rows_not_taken is
  'NotTaken of src/domain/mutations/verdicts.ts for each row that was noted, in the order of the operations; null where '
  'all was taken.';
