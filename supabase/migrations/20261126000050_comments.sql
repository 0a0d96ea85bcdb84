-- Every function and policy says in a sentence what it does. `npm run schema` prints the sentence before the definition
-- (supabase/schema). The hard ones also say why.

-- Push

comment on function public.sync_push(uuid, integer, jsonb) is
  'Carries out a device''s mutations in their order and answers a verdict on each (S2a, S3). p_mutations: '
  'PushMutations, answer: PushAnswer of sync/protocol.ts. It first locks every account that the mutations reach, in '
  'one order, so two pushes never wait for each other in a ring. A row may move to another account before the locks '
  'are there; then the push asks for a retry. A mutation that comes again gets its old verdict from the ledger, so '
  'nothing is done twice. Numbers, balances and hints are written once, at the end. Runs with the caller''s rights. '
  'Raises PT401, PT403, PT413, PT426; 40001 and 40P01 ask for a retry.';
comment on function private.known_verdicts(jsonb) is
  'The verdicts on mutations that came before, by their ids (S3). An id with other content is refused as '
  'payload_mismatch. A mutation that the server may have forgotten is refused as forgotten, and not done again (S52b).';
comment on function private.decide(jsonb) is
  'The verdict on one mutation. A refusal undoes the whole mutation; an error that is no answer to the data is raised.';
comment on function private.push_mutation(jsonb) is
  'Carries out the operations of one mutation step by step, and joins what became of them into one verdict. '
  'Operations of one kind on different transactions are one step, because row by row costs several times as much.';
comment on function private.push_set(text, text, jsonb[], timestamptz) is
  'Carries out one step: operations of one kind on one table.';
comment on function private.push_insert(text, jsonb[]) is
  'Adds rows. A row that the caller already has in the same form counts as added, because a push may come again.';
comment on function private.push_patches(text, jsonb[], timestamptz) is
  'Edits rows group by group (S36a, S36d), and tells those whose values it overtakes unseen (S36e). An edit that is '
  'later than the removal of its transaction brings the row back first (S39c).';
comment on function private.push_deletions(jsonb[], timestamptz) is
  'Deletes transactions, except those with a later edit that the author had not seen (S39a, S39b). A row that is gone '
  'already counts as deleted, from the later of the two times (S39e).';
comment on function private.push_restores(jsonb[]) is
  'Brings removed transactions back. Fields that an operation does not name come from the removal (S43e).';
comment on function private.push_delete(text, uuid) is
  'Deletes one row that is no transaction. A row that is gone already counts as deleted.';
comment on function private.push_call(text, jsonb) is
  'Carries out a call: a command that is no plain write of rows.';
comment on function private.joined(private.outcome, private.outcome) is
  'What became of two parts of a mutation, as one outcome. The later part has the last word.';
comment on function private.refusal(text, text, text) is
  'The verdict that an error stands for, with a reason of src/domain/verdicts.ts.';
comment on function private.pushing() is 'Whether this transaction is a push, which settles itself once, at its end.';
comment on function private.merged_patches(text, private.named_row[], timestamptz) is
  'What private.merge_patch makes of each patch whose row the caller reads, with the names that categories have now.';

-- Undo

comment on function private.push_undo(jsonb) is
  'Carries out a mutation whose operations may undo (S67a). An undo must not destroy what others did since. So each '
  'operation that undoes is first turned into the ordinary operation of what may still be taken back. What stands '
  'instead is joined to the verdict. A mutation without an undo passes unchanged.';
comment on function private.resolve_undo(jsonb, jsonb, jsonb) is
  'The ordinary operation that an undo stands for, and what stays instead. p_client, p_clocks: the row as it stands, '
  'null where there is none. operation: null where nothing may be taken back. A restore brings the row back as it was '
  'deleted, unless another device has deleted it since (S67c). A patch leaves a deleted row deleted (S67d), because '
  'only new edits bring rows back. A deletion takes an addition back, unless somebody uses the row (S67b).';
comment on function private.undo_patch(jsonb, jsonb, jsonb) is
  'Splits the undo of an edit by field groups (S67a). operation: the patch of the groups that show what is taken back, '
  'and that this very device wrote. kept: what stands in the others. A time cannot decide it: an undo is always later '
  'than what it takes back, so it would overwrite others'' edits. Type and lines bind amount, type, category '
  'and lines, as they do in the edit.';
comment on function private.undo_addition(jsonb, jsonb) is
  'Whether an added row stays when its addition is undone (S67b): another device has written a field of it since. A '
  'budget also stays when somebody contributed to it or was given it, because their rows refer to it.';

-- Merge

comment on function private.merge_patch(text, jsonb, jsonb, jsonb, jsonb, jsonb, timestamptz) is
  'Decides each field group of an edit by what its author had seen (S36a). Devices are offline for days, so their '
  'clocks alone would let an unread value win. An author who had seen what stands is taken, whatever the clocks say. '
  'Otherwise the later edit wins, in whatever order the two arrive (S36d), and the loser is told (S36e). Type, amount, '
  'category and lines go together, because a category''s name belongs to a type, and lines add up to the amount (S37a, '
  'S37c, S66b). An edit that does not name lines leaves them their amount, type and category (S66c). A repeated value '
  'only gets the later time (S36g). taken: fields to write; kept: fields of which another edit (by kept_by) stands, '
  'with its values; raised: '
  'groups that have the value already; told: {user: {lost, stands}} for those whose values are overwritten unseen. '
  'p_seen: Seen or a number, as in operations.ts.';
comment on function private.knows_all(jsonb, text[], jsonb, text) is
  'Whether the author of an operation knew what stands in all these field groups (private.knows).';

-- Imports

comment on function private.push_keyed(jsonb) is
  'Carries out a mutation with operations that name import keys (S69a). Two people may import one file, and a device '
  'may import it before it knows what the account has. So operations whose key already stands are taken out, and the '
  'verdict says applied or superseded for them. What is left goes on as any mutation, and its keys are written '
  'afterwards, for the rows that then stand.';
comment on function private.check_keyed(jsonb, private.keyed_operation[]) is
  'Refuses keys that the caller may not name: only members name keys of their account, and others are refused in the '
  'words for any row that they may not add (S69f). An id that is made of a name must be that of its key and account '
  '(S69g). Otherwise a refusal would tell whether another account has such a row.';
comment on function private.keyed_operations(jsonb) is
  'The operations of a mutation that name an import key, or delete a row of an import, with the account of that key.';
comment on function private.done_already(private.keyed_operation[]) is
  'Operations that need not be done, because a key stands for one row for ever (S69a). The account has the row, or had '
  'it and gave it away. Or it was deleted, and nobody asks for it again, which a link does not do (S69b). Or the '
  'mutation names its key twice, or takes an import back that did not bring the row (S69j).';
comment on function private.note_keys(private.keyed_operation[]) is
  'The rows of these operations have these keys from now on, if they stand (S69a, S69e). It runs after the operations, '
  'because only then is it known which rows stand, and under which numbers. Only links and restores send the key to '
  'devices under a number of its own; an added row brings the key with its own number.';
comment on function private.end_keys(uuid[], uuid, text) is
  'Says what became of rows of an account, for their keys. A deleted row, and one that left, keep their keys, so no '
  'later import makes them again by itself (S69b, S69c). Such a row can only come back.';
comment on function private.may_become(public.import_keys, text) is
  'Whether the fate of a key may change to this one. Only a row that is here leaves; a reverted key comes back only '
  'with the row that it made, or that names its import again (S69e).';
comment on function private.imports_before_insert() is 'Gives an import its author, its time and its number.';
comment on function private.forget_in_imports() is
  'Before a user is deleted: their imports in other accounts name nobody any more, and go to devices again.';

-- Rows in the client's form

comment on function private.to_client(public.accounts) is 'An account as devices have it (src/domain/rows.ts).';
comment on function private.to_client(public.budgets) is 'A budget as devices have it, in cents.';
comment on function private.to_client(public.categories) is 'A category as devices have it.';
comment on function private.to_client(public.imports) is 'An import as devices have it.';
comment on function private.to_client(public.invitations) is 'An invitation as devices have it.';
comment on function private.to_client(public.memberships) is 'A membership as devices have it.';
comment on function private.to_client(public.reconciliations) is
  'A reconciliation as devices have it, in cents, with what happened to its rows since (S68h).';
comment on function private.to_client(public.transactions) is
  'A transaction as everybody gets it who may read the row, in cents: open and of no file (S68a, S69f).';
comment on function private.read_rows(text, uuid[]) is
  'Rows of a table in the client''s form with their clocks, as far as the caller may read them.';
comment on function private.insert_rows(text, jsonb[]) is 'Inserts rows that come in the client''s form.';
comment on function private.delete_row(text, uuid) is
  'Deletes a row that is no transaction; false where the caller may not, or there is none.';
comment on function private.metadata(private.client_transaction) is
  'The column metadata of a transaction, from the client''s form.';
comment on function private.stored_type(text) is 'The stored type, credit or debit, of income or expense.';
comment on function private.as_uuid(text) is 'The text as a UUID; null where it is none, so that nothing raises.';

-- Accounts, categories, budgets

comment on function public.get_or_create_default_account() is
  'The id of the caller''s oldest account. Who has none gets "Personal", under the same id from every device.';
comment on function private.accounts_before_write() is
  'Completes an account that is written: its number, its clocks, and a balance that no client sets.';
comment on function private.accounts_before_delete() is
  'Refuses to delete a person''s last account. Otherwise passes the default account''s categories on, writes the '
  'tombstone, and hints everybody who sees the account, while they can still be found.';
comment on function private.recount(uuid) is 'An account''s balance in dollars, from its transactions.';
comment on function private.write_balances() is
  'Adds what a statement or a push gathered to the balances, once for each account.';
comment on function private.categories_before_write() is
  'Gives a category its number, and clocks to what changed in it.';
comment on function private.categories_after_update() is
  'After a rename: people who have a budget of the category start its scope afresh, because it covers other rows now.';
comment on function private.built_in_categories() is 'The categories that a first account begins with.';
comment on function private.budgets_before_write() is 'Gives a budget its number, and clocks to what changed in it.';
comment on function private.budgets_after_update() is
  'After a change of the category: people who have the budget start its scope afresh, because it covers other '
  'rows now.';
comment on function private.with_budget(jsonb, uuid, boolean) is
  'The metadata of a contribution, with the category of its budget. A row that moves away from the budget loses it. '
  'Strangers are refused in the words of a policy, so that they do not learn whether a budget exists.';

-- Transactions

comment on function private.transactions_before_insert() is
  'Completes a new transaction: category, contributor, time, number. A restored one keeps its contributor and clocks.';
comment on function private.transactions_before_update() is
  'Completes a changed transaction, and gives its number and clocks to the field groups that changed.';
comment on function private.transactions_after_insert() is 'Adds new transactions to the balances.';
comment on function private.transactions_after_update() is
  'Writes tombstones where rows left an account, a month or the view of a shared budget, and changes the balances.';
comment on function private.transactions_after_delete() is
  'Writes tombstones of deleted transactions for the account and each shared budget, and changes the balances.';
comment on function private.with_category(jsonb) is
  'The metadata of a transaction, which always names a category: "Uncategorized" where it named none.';
comment on function private.write_details(private.merged_patch[]) is
  'Writes what patches say of statuses and origins. A row that goes to another account loses both there, so its patch '
  'says nothing about them.';
comment on function private.details_after_update() is
  'Transactions that went to another account are open there and of no file (S68d, S69c), and their keys say where they '
  'went. Reconciliations whose rows changed or left go to devices again (S68h).';
comment on function private.details_after_delete() is
  'Deletes the details of deleted transactions, ends their keys, and sends their reconciliations to devices again.';

-- Splits

comment on function private.is_line(jsonb) is
  'Whether this is one line of a split (TransactionLine in src/domain/rows.ts): id, category, note, and '
  'positive cents.';
comment on function private.guard_lines() is
  'Refuses the table API lines, and other amounts, types and categories of rows that have lines (S66h).';
comment on function private.keep_lines() is
  'Copies a split''s lines into public.transaction_lines, which people of a shared budget may read (S66f).';
comment on function private.renamed_lines(jsonb, text, text) is 'Lines with a category''s new name (S66d).';

-- Reconciling

comment on function private.is_reconciled_here(uuid, uuid) is
  'Whether this reconciliation is one of this account (S68c).';
comment on function private.reconciliations_before_insert() is
  'Completes a reconciliation. The date of its statement is not in the future, anywhere on earth (S68g).';
comment on function private.forget_in_reconciliations() is
  'Before a user is deleted: reconciliations that name them go to devices again, without the name.';

-- The log

comment on function private.after_statement() is
  'Ends a statement on a table that needs nothing else afterwards (private.end_statement).';
comment on function private.open_log(uuid) is
  'Opens the log of a new account. Of one that comes back, the numbers go on, above everything that was removed.';
comment on function private.counters() is 'The numbers that this transaction has taken so far: {account: number}.';
comment on function private.write_log() is 'Writes the last numbers that this transaction took into the logs.';
comment on function private.check_account_id() is
  'Refuses an id that another person''s account has or had, in the words for an id that is in use.';
comment on function private.might_have_moved(private.removals) is
  'Whether the signed-in user could have taken the removed row to another account, so its id tells them nothing new.';

-- What was there before

comment on function private.record_transaction_changes() is
  'Writes what edited transactions were before into private.changes. A row that moved is kept whole, for its '
  'old account.';
comment on function private.record_transaction_removals() is
  'Writes deleted transactions into private.changes, whole and with their clocks, so that they can come back (S39f).';
comment on function private.with_removal(jsonb) is
  'A row that is restored, with what its removal held in fields that the restore does not name (S43e). It goes without '
  'its lines where it names another amount, type or category (S66e).';
comment on function private.standing_rows(uuid[]) is
  'These rows as they stand now, in the client''s form, for the history.';
comment on function private.page_size(integer) is 'How many events a page of the history has: 1 to 100, usually 50.';

-- Renames and notices

comment on function private.log_rename(uuid[], text, text, text) is
  'Notes a rename in each of these accounts, so that later mutations of people who did not know it can follow (S38a).';
comment on function private.carry_row(jsonb) is 'A new transaction with the names that its categories have now (S38a).';
comment on function private.carry_rows(jsonb[]) is
  'New transactions with the names that their categories have now (S38a). Nearly always nothing was renamed.';
comment on function private.undecided_fields(text, jsonb, text[]) is
  'These fields without those of groups that the notice''s user has decided on (S40d).';

-- Hints

comment on function private.hint_people() is 'Hints everybody who sees an account when its log took a number (S20a).';
comment on function private.send_hint(uuid, text, bigint) is
  'Sends a user''s devices the hint that a scope has this number. It says nothing else, and devices then pull.';

-- Sharing

comment on function private.role_rank(text) is 'The rank of a role, from 1 (viewer) to 4 (owner).';
comment on function private.my_budget_categories() is
  'The ids of the categories of the budgets given to the signed-in user. They decide nothing alone: see '
  'my_category_keys.';
comment on function private.change_role(uuid, text) is 'Gives a member another role.';
comment on function private.end_membership(uuid, boolean) is
  'Ends a membership: p_own, the caller leaves; otherwise an admin removes somebody. One that is gone counts as ended.';
comment on function private.memberships_before_write() is 'Gives a membership its number when it is new or changes.';
comment on function private.memberships_after_delete() is
  'Hints people who lost access, because they are no longer among those whom the log''s number hints.';
comment on function private.email_of(uuid) is 'A user''s e-mail address.';
comment on function private.target_name(uuid, uuid) is 'The name of the budget or account that an invitation is to.';
comment on function private.invitations_before_write() is
  'Completes an invitation and checks it: who may invite, whom, and how often.';
comment on function private.invitations_after_write() is 'Hints the person who is invited.';
comment on function private.check_invitee(public.invitations) is
  'Refuses to invite oneself, somebody who has access, and somebody whose invitation is pending.';
comment on function private.check_inviting(uuid) is
  'Before an invitation is sent: checks for whom the call is, and lets one invitation of a user follow another.';
comment on function private.invitation_answer(public.invitations, text) is
  'The answer of send_invitation and resend_invitation, with the mail that is to be sent now.';
comment on function private.renew_invitation(uuid) is
  'Gives an invitation another 14 days and, unless a mail just went, allows one more mail.';
comment on function private.revoke_invitation(uuid) is
  'Takes a pending invitation back. One that was revoked already counts as revoked.';

-- Policies

comment on policy "read" on public.accounts is 'People read accounts that they own or joined.';
comment on policy "add" on public.accounts is 'People add accounts of their own only.';
comment on policy "edit" on public.accounts is 'Owner and admins edit an account.';
comment on policy "remove" on public.accounts is 'Only the owner deletes an account.';
comment on policy "read" on public.categories is
  'Members read an account''s categories. People who have only a budget read the category of that budget.';
comment on policy "add" on public.categories is 'Owner and admins add categories.';
comment on policy "edit" on public.categories is 'Owner and admins edit categories.';
comment on policy "remove" on public.categories is 'Owner and admins delete categories.';
comment on policy "read" on public.budgets is
  'Members read an account''s budgets. Others read the budgets that were given to them.';
comment on policy "add" on public.budgets is 'Owner and admins add budgets.';
comment on policy "edit" on public.budgets is
  'Owner and admins of the account edit budgets. A budget''s own admins do not.';
comment on policy "remove" on public.budgets is 'Owner and admins of the account delete budgets.';
comment on policy "read" on public.memberships is
  'People read their own memberships and those of accounts and budgets that they have.';
comment on policy "edit" on public.memberships is 'Admins of the account, or of the budget, change the roles in it.';
comment on policy "remove" on public.memberships is
  'Everybody may leave. Admins of the account, or of the budget, remove others.';
comment on policy "read" on public.invitations is
  'Admins read the invitations to what is theirs. An invited person reads a pending one to their confirmed address.';
comment on policy "add" on public.invitations is
  'Admins of the account, or of the budget, invite, in their own name only.';
comment on policy "revoke" on public.invitations is
  'Admins may only revoke a pending invitation, and change nothing else.';
comment on policy "read" on public.transactions is
  'Members read an account''s transactions. People who have only a budget read what it covers: regular rows '
  'without lines '
  '(S64c, S66f).';
comment on policy "reach" on public.transactions is
  'Restricts every read to accounts in which the person sees anything. It repeats other policies, and lets an index '
  'leave out all rows of strangers.';
comment on policy "write" on public.transactions is
  'Owner and admins write all transactions of an account, others their own. A contribution of an expense is for the '
  'budget''s admins; one of income for those who have the budget or the account; the rest for members.';
comment on policy "read" on public.transaction_lines is
  'Members read the lines of an account. People who have only a budget read those that it covers (S66f).';
comment on policy "read" on public.transaction_details is
  'Only members of the account read statuses and origins (S68a, S69f).';
comment on policy "read" on public.reconciliations is 'Only members of the account read its reconciliations.';
comment on policy "add" on public.reconciliations is 'Owner and admins reconcile (S68b).';
comment on policy "remove" on public.reconciliations is 'Owner and admins delete a reconciliation (S68b).';
comment on policy "read" on public.imports is 'Only members of the account read its imports (S69f).';
comment on policy "add" on public.imports is 'Members import into an account; viewers do not.';
comment on policy "remove" on public.imports is
  'Members take their own imports back, owner and admins all (S69d).';
comment on policy "read" on public.import_keys is 'Only members of the account read its import keys (S69f).';

-- Sentences that stood before, now with the rules of sync/SPEC.md that the functions keep

comment on function private.knows(jsonb, text, jsonb, text) is
  'Whether the author of an operation, who had seen p_seen, knew what stands in this group: they saw it, or this very '
  'device wrote it (S36a–c). p_account: the account in which the row is now.';
comment on function private.is_later(timestamptz, uuid, timestamptz, uuid) is
  'Whether one deed is later than another (S36d). A tie goes to the greater user id.';
comment on function private.raise(jsonb, text[]) is
  'field_clocks after somebody wrote the value that stands in these groups already (S36g).';
comment on function private.raise_clocks(text, uuid, text[]) is
  'Somebody else made the same edit: the later time counts from now on (S36g). Nothing else changes, so it takes no '
  'number. Whether the caller may edit the row is push_patch''s to ask first.';
comment on function private.renumber(jsonb, uuid, bigint) is
  'field_clocks after the row left p_account and got number p_version of another account''s log (S36f).';
comment on function private.unknown_authors(jsonb, text[], jsonb, text) is
  'Who wrote the values that the author of an operation did not know (S36e).';
comment on function private.tell(uuid, uuid, text, uuid, text, jsonb, jsonb) is
  'Writes a notice for p_user: the signed-in user has overtaken them (S36e).';
comment on function private.tell_of_edit(uuid, jsonb, jsonb, text, jsonb, jsonb) is
  'Tells whose values an edit has overwritten unseen (S36e, S40g). p_client and p_clocks: the row before. A change of '
  'the type binds fields of others. Members of the account are told all of them, others only the fields that they '
  'wrote.';
comment on function private.tell_of_deletion(jsonb, jsonb, jsonb, timestamptz) is
  'Tells those whose edits the deletion did not know (S39a, S40g). Members of the account get the whole row, others '
  'only the fields that they wrote.';
comment on function private.rename_category(text, text, text, uuid) is
  'In one of the caller''s accounts (S38d, S66d). In all of them when p_account is null, as v0.1.0 asks.';
comment on function private.carried(uuid, text, text, jsonb, timestamptz, uuid) is
  'The name that a category has now which its author knew as p_name (S38a).';
comment on function private.carried_lines(uuid, text, jsonb, jsonb, timestamptz, uuid) is
  'Lines with the names that their categories have now (private.carried) (S66d).';
comment on function private.carried_name(uuid, text, text) is
  'The same for a name in the mutation that is being carried out (S38a).';
comment on function private.carry_fields(uuid, text, jsonb) is
  'A transaction''s fields with the names that their categories have now (S38a).';
comment on function private.carry_patch(jsonb, jsonb) is
  'A patch of a transaction with the category''s names as they are now (S38a). p_current is the row as it stands.';
comment on function private.unknown_renames(uuid, text, jsonb, timestamptz, uuid) is
  'The renames that the author of a mutation did not know (S38b, S38c). Without a cursor of the account, time decides: '
  'protocol 4 sends none.';
comment on function private.unknown_edits(jsonb, jsonb, jsonb, timestamptz) is
  'The edits of a transaction that the author of a deletion did not know; wins: it is later than the deletion (S39a, '
  'S39b).';
comment on function private.delete_again(uuid, timestamptz) is
  'Somebody else deleted the row before: the later deletion counts from now on (S39e).';
comment on function private.restored_clocks(public.transactions) is
  'field_clocks of a transaction that is brought back: those of its removal (S39f).';
comment on function private.removed_content(uuid) is
  'A row of any table as it was when it was last deleted: only for members of the account in which it stood (S39g).';
comment on function private.removed_transaction(uuid) is
  'The removal of a transaction that stands nowhere now, with its content: only for members of the account in which it '
  'stood (S39g).';
comment on function private.since_removal(private.changes) is
  'The content of a removed transaction, with its category''s name as it is now (S39c).';
comment on function private.my_notices() is
  'What the signed-in user was told and has decided on neither by reading it nor by a newer edit of their own (S40d, '
  'S40e).';
comment on function private.pulled_notices() is
  'The signed-in user''s open notices of accounts that they still reach, oldest first, in the form of the protocol '
  '(S40a, S40c). Runs with their rights.';
comment on function private.read_notice(uuid) is
  'One that is not there is read, too (S40b).';
comment on function private.decided_groups(private.notices) is
  'The field groups of the notice''s row that its user has written since it was told, in whatever they edited (S40d).';
comment on function private.is_decided(private.notices) is
  'Whether what was done with the row since has answered the notice as a whole (S40d, S40e).';
comment on function private.removals_between(uuid, uuid, bigint, bigint, boolean, uuid[]) is
  'The removals that belong to the rows with numbers above p_since and up to p_reached, which are p_delivered; '
  'p_truncated: more rows are to come (S41a, S41b).';
comment on function private.protocol() is
  'Equals PROTOCOL_VERSION of sync/protocol.ts (S25).';
comment on function private.oldest_protocol() is
  'The oldest protocol that the server still speaks (S43a).';
comment on function private.spoken_protocol() is
  'The protocol of this call, as private.check_caller noted it (S43b).';
comment on function private.as_spoken(jsonb) is
  'A row of accounts or categories in the client''s form, with the fields that the protocol of this call has (S43b).';
comment on function private.lacks_fields(jsonb) is
  'Whether rows came to this cursor under an older protocol than that of this call, so fields of them may be missing '
  '(S43d).';
comment on function private.check_nature() is
  'Account and category of what is not regular stay, and the type of a transfer (S64d, S64e). The table API and '
  'protocol 4, which name no device, change no type. A mutation may link and unlink; private.check_sides looks at what '
  'it made.';
comment on function private.is_in_view(uuid, text, text, uuid, text, jsonb) is
  'Whether the shared budget p_view, which covers the category p_covered or all of them, shows something of such a '
  'transaction (S64c, S66f).';
comment on function private.month_totals(uuid, uuid, date) is
  'Totals (sync/protocol.ts) of the months before the one that begins at p_before (S64b, S66g).';
comment on function private.scope_sums(uuid, uuid, bigint) is
  'In PL/pgSQL because it plans with the arguments known, as month_totals is (S64b).';
comment on function private.lines_fit(jsonb, numeric) is
  'Whether these are 2 to 50 lines (TransactionLine in src/domain/rows.ts) that add up to an amount in dollars (S66a).';
comment on function private.scope_lines(uuid, uuid) is
  'The lines of an account, or those that one budget covers (S66f).';
comment on function private.scope_transactions(uuid, uuid) is
  'All of an account, or what one budget covers (S64c, S66f).';
comment on function private.check_sides() is
  'At the end of a mutation: whoever makes a side makes both, of two accounts, of opposite types and one amount, under '
  'an id that was never used (S65a). Two new rows may have the id that they had before they were deleted.';
comment on function private.was_side(public.transactions) is
  'Whether a row that is restored was this side of the transfer when it was removed (S65c).';
comment on function private.sides_in(jsonb) is
  'The operations that write what the sides of a transfer share, where several of a mutation are of one transfer '
  '(S65f, S65h).';
comment on function private.against_side(jsonb, timestamptz) is
  'superseded: null, or why the operation cannot write what the sides share; kept: what stands of that instead (S65f).';
comment on function private.without_shared(jsonb) is
  'What is left of an operation when both sides keep what they share; null for nothing (S65f).';
comment on function private.push_sides(jsonb) is
  'Carries out a mutation that may hold both sides of a transfer (S65f).';
comment on function private.refuse_nature() is
  'One refusal for all that a nature forbids, whatever else exists (S65a).';
comment on function private.is_of_another(jsonb, text) is
  'Whether another device than the mutation''s wrote what stands in the field group, or somebody else wrote it again '
  '(S67a).';
comment on function private.rows_to_undo(jsonb) is
  'All operations, those that undo with their rows as the caller reads them (S67a).';
comment on function private.may_write_status(uuid, text, text) is
  'Members set open and cleared (S68b). Only admins and the owner reconcile.';
comment on function private.write_statuses(jsonb[]) is
  'Refuses who may not (S68b). The caller has touched the transactions with their own rights.';
comment on function private.restore_details(jsonb) is
  'The details of a transaction that was just brought back (S68e, S69f). Where the restore does not name them, or '
  'names some that its author may not write, they come from the removal.';
comment on function private.touch_reconciliations(uuid[]) is
  'Sends these reconciliations to devices again: their transactions changed (S68h).';
comment on function private.changes_of(public.reconciliations) is
  'What happened to the transactions of a reconciliation since it was made: who and what, newest first, at most 20 '
  '(S68h).';
comment on function private.reconciliations_after_delete() is
  'Its transactions are cleared again (S68f).';
comment on function private.is_made_by(public.import_keys) is
  'Whether the key made the row (S69e). Otherwise it was linked to it.';
comment on function private.check_named_id() is
  'For ids of UUID version 5 (S69g). Refuses in the words for an id that is in use.';
comment on function private.imports_after_delete() is
  'What the import brought and is gone may come again, and what it was only linked to may be linked again (S69d).';
comment on function private.pull_keys(uuid, bigint, bigint) is
  'KeyPage of src/domain/import-keys.ts: the keys above a number, a page an import (S69h). reached: up to which number '
  'they came; all of one number come together.';
comment on function private.without_lost_sides(jsonb, bigint[]) is
  'The operations that are left (S70a, S70b). A side whose other side need not be made is regular, because no side '
  'stands alone.';
comment on function private.linked_already(jsonb, private.keyed_operation[]) is
  'Links of rows of a file whose two rows already are sides of one transfer: both rows, as they stand (S70d).';
comment on function private.write_origins(jsonb[]) is
  'Writes what the bank and an import say of transactions (S69f). Refuses who may not. The caller has touched the '
  'transactions with their own rights.';
comment on function private.epoch() is
  'The epoch of the server in this history: the stored one where that was made, else one that follows from both '
  '(S62a).';
comment on function private.current_history() is
  'Names the history of this data: system identifier, timeline and the oid of private.server (S62a). Null where it '
  'cannot be told.';
comment on function private.next_version(uuid) is
  'The next number of an account''s log; locks the log when it is the transaction''s first (S62b, S62c). The first one '
  'after a restore sets the floor.';
comment on function private.number_after_restore(bigint) is
  'Where a log goes on after a restore, above every number that it ever lost (S62c). A mutation from before the '
  'restore names numbers that devices have seen. Given anew, they would count as seen. The same backup may be restored '
  'twice, so the number is the clock in microseconds: no log takes a million numbers a second for as long as a '
  'restored server runs. It stays exact in JavaScript until the year 2255. A server whose clock was set back leaves a '
  'gap.';
comment on function private.lock_accounts(uuid[]) is
  'In sorted order, so that pushes wait for each other and never in a ring (S48f).';
comment on function public.sync_heads() is
  'The cheap question whether anything is new: {scope: head} (S20c).';
comment on function public.sync_sums() is
  'Of each scope the head, the number of transactions, their sums in cents, and of an account the number of its '
  'categories, budgets and memberships (sync/sums.ts) (S32a). income and expenses are of every nature, as v0.1.0 '
  'counts.';
comment on function private.insert_details(jsonb[]) is
  'What only members read of transactions that were just inserted or brought back (S68a, S69f).';
