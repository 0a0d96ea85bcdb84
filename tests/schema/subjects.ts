/**
 * What stands in which file of supabase/schema, and in which order. A new table, function, type, policy or schema needs
 * its place here: `npm run schema` and a test name those that have none. Names stand without their schema, between
 * spaces. One that ends with `*` stands for all that begin so.
 */
type Subject = { about: string; parts: string };

export const SUBJECTS: Record<string, Subject> = {
  accounts: {
    about: 'Accounts: their rows, their balances, and who gets the categories of one that goes.',
    parts: `
      accounts create_account get_or_create_default_account accounts_before_write accounts_before_delete
      next_owned heir_of add_to_balances write_balances recount`,
  },
  budgets: {
    about: 'Categories and budgets: their rows, and what a shared budget covers.',
    parts: `
      categories categories_before_write categories_after_update built_in_categories budgets
      budgets_before_write budgets_after_update with_budget shared_views is_in_view`,
  },
  changes: {
    about: 'What rows were before: every change and removal of a year, and how a removed row comes back.',
    parts: `
      changes record_change record_transaction_changes record_transaction_removals record_transaction_restores
      changed_fields changed_groups removed_transaction removed_transactions removed_content removed_from
      since_removal with_removal
      restored_clocks delete_again deleters`,
  },
  'client-rows': {
    about: "Rows in the client's form (src/domain/rows.ts), as devices send and get them.",
    parts: `
      client_account client_budget client_category client_import client_invitation client_membership
      client_reconciliation client_schedule client_transaction to_client category_type`,
  },
  clocks: {
    about: 'Clocks of field groups: who wrote each last and when, and what the author of an operation had seen of it.',
    parts: `
      knows knows_all latest_clock is_later stamp raise raise_clocks raise_own is_asked_by_none_else
      is_raised_since choosers authors
      renumber device device_number is_outdated action undoes
      edited_at`,
  },
  details: {
    about: 'What only members of an account read of a transaction: its status, and where a file says it comes from.',
    parts: `
      transaction_details client_details insert_details restored_row restored_rows restore_details
      write_details write_origins
      detail_change note_details details_after_update details_after_delete statuses_left`,
  },
  'hand-over': {
    about: 'An owner hands an account over to a member.',
    parts: `
      ownership_offers standing_offers my_ownership_offers offer_ownership answer_ownership move_ownership
      has_account`,
  },
  hints: {
    about: "Hints: a message to people's devices that a scope has something new.",
    parts: `
      hint_people is_news people send_hint policy:messages.*`,
  },
  history: {
    about: 'The history that people read: of a transaction, and of an account.',
    parts: `
      transaction_history account_activity account_moments row_event row_events page_of page_size standing_rows
      named_now refuse_unreadable`,
  },
  ids: {
    about: 'Ids: whose an id is, also after its row was deleted, and that a refusal tells nobody about rows of others.',
    parts: `
      check_ids remember_ids spent_id check_account_id check_named_id refuse_id name_id find_removal
      might_have_moved`,
  },
  imports: {
    about: 'Imports and the keys of their rows. What a push does with keys stands in push-imports.sql.',
    parts: `
      imports imports_before_insert imports_after_delete forget_in_imports trigger:users.forget_in_imports
      import_keys is_key is_made_by may_become end_keys may_name_import with_own_import
      strange_imports refuse_import push_import_deletion`,
  },
  'invitation-mails': {
    about: 'Mails of invitations: how many may go, and what became of each.',
    parts: `
      invitation_mails mailbox_of grant_invitation_mail plain_line claim_mail invitation_mailed refuse_for_now`,
  },
  invitations: {
    about: 'Invitations: who may invite whom, and how one is sent, answered, renewed and revoked.',
    parts: `
      invitations invitations_before_write invitations_after_write check_invitee may_invite own_invitation
      target_name send_invitation resend_invitation check_inviting lock_inviting invitation_answer
      renew_invitation answer_invitation revoke_invitation`,
  },
  limits: {
    about: 'Limits on values and sizes, and how a call is refused.',
    parts: `
      push_limits check_size weight_of is_too_large fits is_nameable countable refuse`,
  },
  locks: {
    about: 'Which accounts a push locks: those that its user may write, and, shortly, those where they are a guest.',
    parts: `
      lock_accounts visited_by bearable is_wide operations_of begin_visit may_hold hold`,
  },
  log: {
    about: 'The log of an account: the numbers that changes take, its tombstones, and its locks.',
    parts: `
      account_log open_log next_version skip_numbers number_after_restore pushing after_statement end_statement
      settle counters numbers_since last_number write_log removals log_deletes last_removals`,
  },
  sizes: {
    about: 'How much one person may have: accounts, rows and bytes.',
    parts: `
      person_limits refuse_quota check_accounts accounts_after_insert person_sizes size_of text_bytes gather_size
      count_sizes write_sizes recount_sizes`,
  },
  memberships: {
    about: 'Memberships: who joined an account or a budget, and in which role.',
    parts: `
      memberships memberships_before_write memberships_after_delete change_role end_membership`,
  },
  merge: {
    about: 'How two edits of a row are merged: field groups, their clocks, and what an author had seen.',
    parts: `
      merge_patch merged_patch merged_patches field_group field_clock with_refund unknown_authors unknown_edits`,
  },
  merges: {
    about: 'Categories that become one, what that took, and how an undo gives it back.',
    parts: `
      merged log_merge merge_category standing_category note_carried undone_merge untouched_since forget_merge
      unmerge_category`,
  },
  notices: {
    about: 'Notices: what people are told when an edit of theirs was superseded.',
    parts: `
      notices tell tell_of_return tell_of_edit tell_of_deletion tell_of_restores told_removals ended_by_move
      unknown_deleters
      pulled_notices my_notices is_decided decided_groups
      undecided_fields read_notice`,
  },
  policies: {
    about: 'Who may read and write which rows: the policies of row-level security, and what they ask.',
    parts: `
      schema:* role_rank only_account my_owned my_memberships my_accounts my_seen_accounts my_budgets
      my_budget_keys my_budget_categories
      my_category_keys my_views my_email policy:accounts.* policy:categories.* policy:budgets.* policy:memberships.*
      policy:invitations.* policy:transactions.* policy:transaction_lines.* policy:transaction_details.*
      policy:reconciliations.* policy:imports.* policy:import_keys.* policy:schedules.*`,
  },
  protocol: {
    about: 'Which server this is, and which protocols it speaks: epochs, restores, and the garbage of a year.',
    parts: `
      server epoch history current_history change_epoch collect_garbage protocol oldest_protocol spoken_protocol
      check_caller check_user as_spoken content_as_spoken verdicts_as_spoken lacks_fields`,
  },
  pull: {
    about: 'Pull: what is new in the scopes that somebody sees.',
    parts: `
      sync_pull sync_heads scope my_scopes agreed look_at sees pull_scope cursor_of removals_between pull_keys`,
  },
  'pull-pages': {
    about: 'Pull: which transactions a scope has, and where a page of them ends.',
    parts: `
      scope_whole scope_transactions page_end oldest_month month_in_account`,
  },
  push: {
    about: 'Push: how sync_push locks, batches and decides mutations.',
    parts: `
      sync_push find_named accounts_of my_reach batches push_together decide begin_mutation push_mutation`,
  },
  'push-apart': {
    about: 'Push: mutations that are decided apart, unit by unit.',
    parts: `
      push_apart push_units carry_out carry_out_units unit_operation units_in with_sides is_of_transaction part_size
      check_weight`,
  },
  'push-not-taken': {
    about: 'Push: how rows of a mutation that is decided apart are left out, and what is told of them.',
    parts: `
      rows_not_taken rows_left patches_left patches_to_refuse write_rows bind_row decides_apart may_leave_out refuse_row
      refuse_unit refused_rows refused_alone count_refusal note_untaken note_kept notes_on_untaken
      note_choices chosen_of without_ids`,
  },
  'push-imports': {
    about: 'Push: mutations that name import keys.',
    parts: `
      push_keyed keyed_operation keyed_operations key_done done_already linked_already kept_of_row
      kept_by_keys without_lost_sides note_keys note_asked`,
  },
  'push-keys-refused': {
    about: 'Push: keys of imports and schedules that somebody may not name.',
    parts: `
      strange_keys keys_of_others strange_occurrences`,
  },
  'push-links': {
    about: 'Push: links of lines of files, to which rows give way that only a file has made.',
    parts: `
      way ways_of_keys ways_in clear_ways tell_of_ways`,
  },
  'push-returns': {
    about: 'Push: transactions that come back.',
    parts: `
      push_restores restore_by_hand`,
  },
  'push-steps': {
    about: 'Push: the steps of a mutation. A step is operations of one kind on one table.',
    parts: `
      push_step push_set push_insert add_transactions push_patches push_deletions push_small_deletion push_delete
      push_call named_row rows_named untouched`,
  },
  'push-transfers': {
    about: 'Transfers and other natures: that both sides are made together, and decided together by a push.',
    parts: `
      transfers check_nature refuse_nature check_sides was_side push_sides sides_in against_side without_shared`,
  },
  'push-undo': {
    about: 'Push: mutations that undo. An undo takes back only what its action wrote and nobody changed since.',
    parts: `
      push_undo rows_to_undo resolve_undo undo_patch undo_addition was_removed undo_return may_come_back may_be_undone
      has_last_word is_of_another without_details give_details_back`,
  },
  'push-verdicts': {
    about: 'Push: verdicts on mutations, and how long the server remembers them.',
    parts: `
      mutation_ledger devices known_verdicts payload_hash remember answers_the_data refusal outcome joined
      with_what_stays`,
  },
  reconciling: {
    about: "Statuses of transactions, and reconciliations with a bank's statement.",
    parts: `
      reconciliations reconciliations_before_insert reconciliations_after_delete touch_reconciliations
      changes_of forget_in_reconciliations trigger:users.forget_in_reconciliations is_reconciled_here
      may_write_status write_statuses put_statuses`,
  },
  renames: {
    about: 'Renames of categories, and how they reach mutations of people who did not know them.',
    parts: `
      is_rename rename_category rename_rows require_own renames log_rename has_renames names_renamed
      unknown_renames carried carried_name carried_lines carry_fields carry_patch carry_row carry_rows renamed_lines`,
  },
  rows: {
    about: "How devices' rows are read and written. Their form stands in client-rows.sql.",
    parts: `
      read_rows insert_rows update_rows delete_row metadata stored_type account_of versions_of iso as_uuid
      laid_over`,
  },
  schedules: {
    about: 'Schedules, and their occurrences. What a push does with keys stands in push-imports.sql.',
    parts: `
      schedules schedules_before_write schedules_after_insert release_schedules memberships_release
      forget_in_schedules trigger:users.forget_in_schedules has_schedule is_occurrence
      is_silent added_in ahead_of_time
      names_schedules require_member skip_occurrence note_skip unskip_occurrence keys_known`,
  },
  splits: {
    about: 'Splits: transactions with lines, and who sees which line.',
    parts: `
      transaction_lines lines_fit is_line guard_lines keep_lines scope_lines`,
  },
  totals: {
    about: 'Totals of months and sums of scopes, against which devices check theirs.',
    parts: `
      sync_sums scope_sums month_totals counts_of_account`,
  },
  transactions: {
    about: 'Transactions: their rows, and what writing one does.',
    parts: `
      transactions transactions_before_inserts transactions_before_insert transactions_before_update
      transactions_after_insert transactions_after_update transactions_after_delete with_category`,
  },
  users: {
    about: 'Users: their sessions, and what stays when one is deleted.',
    parts: `
      my_sessions end_session session_id delete_my_login check_leaving delete_own former_addresses addresses_of
      forget_own trigger:users.before_forget_own lock_traces forget_user trigger:users.forget_user email_of
      announce_address trigger:users.announce_address`,
  },
};
