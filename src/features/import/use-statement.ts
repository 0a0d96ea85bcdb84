import { useMemo, useState } from 'react';
import type { AccountKind } from '#domain/account-kinds';
import { checkAccount } from '#domain/books/accounts';
import type { AccountRow } from '#domain/rows';
import type { ImportHabit } from '#store/queries/imports/import-habits';
import * as texts from '#texts/import/import';
import type { Mapping } from '../../import/csv/mapping.ts';
import type { Encoding } from '../../import/encodings/encodings.ts';
import type { Choices } from '../../import/read-file.ts';
import { guessKind } from '../../import/statement/account-kind.ts';
import type { ImportReader } from '../../import/worker/client.ts';
import type { Found, FoundStatement } from '../../import/worker/messages.ts';
import { findOpening, type OpeningFinding } from '../../import/worker/opening-finding.ts';
import { type PlannedRow, plannedRows } from '../../import/worker/planned-rows.ts';
import { guessTarget, numberOf, type Target } from './target.ts';
import { type AnswersState, useAnswers, withoutAnswer } from './use-answers.ts';
import type { CarryOut } from './use-carry-out.ts';
import type { KeptChanges } from './use-changes.ts';
import { type PlanState, usePlan } from './use-plan.ts';

/** A statement and what decides about it. */
export interface StatementInput {
  reader: ImportReader;
  found: FoundStatement & { at: number };
  accounts: readonly AccountRow[];
  habits: readonly ImportHabit[];
  /** The account from whose page the import was opened, and the active one. */
  opened: string | null;
  active: string | null;
  changes: KeptChanges;
  onFound: (found: Found[]) => void;
}

export interface StatementState {
  target: Target;
  setTarget: (target: Target) => void;
  newName: string;
  setNewName: (name: string) => void;
  nameError: string | null;
  /** What a new account is for. */
  newKind: AccountKind;
  setNewKind: (kind: AccountKind) => void;
  answering: AnswersState;
  choose: (mapping: Mapping) => void;
  /** Reads the file anew, in another encoding. */
  setEncoding: (encoding: Encoding) => void;
  plan: PlanState;
  rows: readonly PlannedRow[];
  /** How many rows become transactions, how many are tied to one that is there, and how many of these correct it. */
  coming: { made: number; linked: number; corrected: number };
  /** What the rows do to the balance of the account; null where there is nothing to say. */
  opening: OpeningFinding | null;
  corrects: boolean;
  setCorrects: (corrects: boolean) => void;
  /** What is carried out; null before the plan is shown. */
  carryOut: () => CarryOut | null;
}

/** The account, the columns and the plan of one statement, as the user changes them. */
export function useStatement(input: StatementInput): StatementState {
  const { reader, found, accounts, habits, opened, active, changes, onFound } = input;
  const { table, fileName, format, encoding } = found;
  const [target, setTarget] = useState(() => guessTarget(found, habits, accounts, { opened, active }));
  const [newName, setNewName] = useState(() => nameOf(found));
  const [chosenKind, setNewKind] = useState<AccountKind | null>(null);
  const newKind = chosenKind ?? kindOfNew(found);
  const choose = (choices: Choices) => {
    // What is said of the letters stays said.
    reader.choose(found.at, { ...(encoding && { encoding }), ...choices }).then(onFound, () => onFound([]));
  };
  const answering = useAnswers(found.questions, (all, undone) =>
    choose(table ? { mapping: { ...withoutAnswer(table.mapping, undone), ...all } } : all),
  );
  const plan = usePlan(reader, { found, isOpen: answering.open > 0, at: found.at, accountId: target.accountId });
  const intoNew = target.accountId === null;
  const rows = useMemo(
    () => (isPlan(plan) ? plannedRows(plan.rows, changes.changes, intoNew) : []),
    [plan, changes.changes, intoNew],
  );

  const coming = useMemo(() => countComing(rows), [rows]);
  const beside = isPlan(plan) ? plan.beside : null;
  const opening = useMemo(() => beside && findOpening(rows, beside), [rows, beside]);
  // What the user chose holds for the account for which they chose it.
  const [chosen, setChosen] = useState<{ of: string | null; corrects: boolean } | null>(null);
  const corrects = chosen?.of === target.accountId ? chosen.corrects : (opening?.isSure ?? false);

  const changeTarget = (next: Target) => {
    setTarget(next);
    // What may be the same or a transfer is another row there.
    if (next.accountId !== target.accountId) changes.forgetChoices(rows.map(({ preview }) => preview.key));
    const known = habits.find(({ accountId, table: of }) => accountId === next.accountId && of?.shape === table?.shape);
    if (table && known?.table) choose({ remembered: known.table.mapping });
  };

  const habit = { number: numberOf(found), table: rememberedTable(found) };
  return {
    target,
    setTarget: changeTarget,
    newName,
    setNewName,
    nameError: nameErrorOf(newName),
    newKind,
    setNewKind,
    answering: withMapping(answering, table?.mapping),
    choose: (mapping) => choose({ mapping }),
    setEncoding: (next) => choose({ encoding: next }),
    plan,
    rows,
    coming,
    opening,
    corrects,
    setCorrects: (next) => setChosen({ of: target.accountId, corrects: next }),
    carryOut: () => {
      if (!isPlan(plan)) return null;
      const { accountId } = target;
      const { made, linked } = coming;
      const right = corrects ? (opening?.right ?? null) : null;
      const own = { plan: plan.id, changes: changes.changes, intoNew, fileName, format, opening: right };
      const what = { ...own, made, linked, ...daysOf(rows) };
      return { ...what, accountId, newName, newKind, habit };
    },
  };
}

/** What is known of the signs of a table can be changed, also where a balance or an earlier file tells it. */
function withMapping(answering: AnswersState, mapping: Mapping | undefined): AnswersState {
  const questions = new Set(answering.questions);
  if (mapping?.flipped !== undefined) questions.add('sign');
  return { ...answering, questions: [...questions], answers: { ...answering.answers, ...mapping } };
}

/** Whether the comparison with the account is done. */
export function isPlan(plan: PlanState): plan is Exclude<PlanState, 'failed' | { rows: number }> {
  return plan !== 'failed' && 'unreadable' in plan;
}

function countComing(rows: readonly PlannedRow[]): StatementState['coming'] {
  let [made, linked, corrected] = [0, 0, 0];
  for (const { choice } of rows) {
    if (choice === 'correct') corrected += 1;
    if (choice === 'link' || choice === 'correct') linked += 1;
    else if (choice !== 'leave') made += 1;
  }
  return { made, linked, corrected };
}

/** The first and the last day of the rows that come in. */
function daysOf(rows: readonly PlannedRow[]): { from: string; to: string } {
  let [from, to] = ['', ''];
  for (const { preview, choice } of rows) {
    if (choice === 'leave') continue;
    const { date } = choice === 'link' ? (preview.present ?? preview.row) : preview.row;
    if (from === '' || date < from) from = date;
    if (date > to) to = date;
  }
  return { from, to };
}

function rememberedTable({ table }: FoundStatement): ImportHabit['table'] {
  if (!table || table.shape === null) return null;
  const { columns, chosen = false } = table.mapping;
  return { shape: table.shape, mapping: { ...table.mapping, columns: { ...columns }, chosen } };
}

function nameErrorOf(name: string): string | null {
  const checked = checkAccount({ name });
  if (checked.ok) return null;
  return checked.errors.name === 'too_long' ? texts.NAME_TOO_LONG : texts.NEEDS_NAME;
}

/** What a new account for this statement is for. A minus that means money in is hardly of anything but a card. */
function kindOfNew({ account, fileName, evidence }: FoundStatement): AccountKind {
  const named = account.kind ?? guessKind(fileName);
  return named === 'checking' && evidence === 'turned' ? 'credit_card' : named;
}

/** What a new account for this statement is called. */
function nameOf({ account, fileName }: FoundStatement): string {
  const number = account.iban ?? account.number;
  return account.name ?? (number ? texts.bankAccount(`…${number.slice(-4)}`) : fileName.replace(/\.\w+$/, ''));
}
