import { useMemo, useState } from 'react';
import { checkAccount } from '#domain/books/accounts';
import { sameName } from '#domain/entered-text';
import type { AccountRow } from '#domain/rows';
import { newId } from '#store/database/new-id';
import { type CategoryChoices, chosenCategories, namesOf } from '../../import/worker/category-choices.ts';
import type { ImportReader } from '../../import/worker/client.ts';
import type { Found } from '../../import/worker/messages.ts';
import { plannedBudgets } from '../../import/worker/migration-budgets.ts';
import type {
  AccountChoice,
  ChosenCategory,
  FoundMigration,
  PlannedBudget,
} from '../../import/worker/migration-messages.ts';
import {
  idOf,
  LEAVE,
  NEW,
  type PlannedAccount,
  plannedAccount,
  withSides,
} from '../../import/worker/migration-plan.ts';
import { changesOf } from './scoped-changes.ts';
import { type AnswersState, useAnswers } from './use-answers.ts';
import { useBudgetedCategories } from './use-budgeted-categories.ts';
import type { Migrate } from './use-carry-out-migration.ts';
import type { KeptChanges } from './use-changes.ts';
import { useOfferedCategories } from './use-offered-categories.ts';
import { NOWHERE, type Plans, usePlans } from './use-plans.ts';

export interface MigrationInput {
  reader: ImportReader;
  found: FoundMigration & { at: number };
  accounts: readonly AccountRow[];
  /** The accounts in which the user may make budgets. */
  budgetable: ReadonlySet<string>;
  changes: KeptChanges;
  onFound: (found: Found[]) => void;
}

export interface MigrationState {
  choices: readonly AccountChoice[];
  choose: (account: number, choice: Partial<AccountChoice>) => void;
  areNamed: boolean;
  categories: readonly ChosenCategory[];
  chooseCategory: (key: string, choice: string) => void;
  budgets: readonly PlannedBudget[];
  /** The account of the budgets: an id, or `LEAVE`. */
  budgetsInto: string;
  setBudgetsInto: (account: string) => void;
  /** Where budgets can be made: accounts of the file that come in, and others that allow it. */
  budgetPlaces: readonly { value: string; label: string }[];
  answering: AnswersState;
  plans: Plans;
  accounts: readonly PlannedAccount[];
  /** How many rows come in, and how many budgets are made. */
  coming: number;
  newBudgets: number;
  /** What is carried out: these choices, with the plans that the worker has. */
  carryOut: () => Migrate;
}

/** The accounts, the categories, the budgets and the plan of an export, as the user changes them. */
export function useMigration(input: MigrationInput): MigrationState {
  const { reader, found, accounts, budgetable, changes, onFound } = input;
  // The accounts as they were before anything was made.
  const [standing] = useState(accounts);
  const [chosen, setChosen] = useState<ReadonlyMap<string, AccountChoice>>(new Map());
  // An answer about the file may bring more accounts.
  const choices = useMemo(
    () => found.accounts.map((one) => chosen.get(one.name) ?? usualChoice(one, standing)),
    [found, chosen, standing],
  );
  const [named, setNamed] = useState<CategoryChoices>(new Map());
  const [budgetsChosen, setBudgetsInto] = useState<string | null>(null);
  const answering = useAnswers(found.questions, (all) => {
    reader.choose(found.at, all).then(onFound, () => onFound([]));
  });
  const offered = useOfferedCategories(null);
  const plans = usePlans(
    reader,
    found,
    choices.map(({ into }) => (into === LEAVE ? NOWHERE : into === NEW ? null : into)),
  );
  const categories = useMemo(() => chosenCategories(found.categories, offered, named), [found, offered, named]);
  const planned = useMemo(() => {
    const nameOf = namesOf(categories);
    const all = found.accounts.map(({ name }, at) => {
      const choice = choices[at] ?? usualChoice({ name, kind: 'other' }, []);
      return plannedAccount(
        { choice, name, rows: plans.plans[at]?.rows ?? [] },
        changesOf(changes, name).changes,
        nameOf,
      );
    });
    return withSides(all, found.pairs);
  }, [found, choices, categories, plans.plans, changes]);
  const budgetsInto = budgetsChosen ?? usualBudgets(found, choices, budgetable);
  const budgeted = useBudgetedCategories(budgetsInto === LEAVE ? null : budgetsInto);
  const budgets = useMemo(
    () => (budgetsInto === LEAVE ? [] : plannedBudgets(found.budgets, namesOf(categories), budgeted)),
    [found, categories, budgeted, budgetsInto],
  );

  const carryOut = (): Migrate => {
    const ids = plans.plans.map((plan) => plan?.id ?? null);
    return { at: found.at, plans: ids, choices, categories, changes: changes.changes, budgets, budgetsInto };
  };

  return {
    choices,
    choose: (account, choice) => {
      const name = found.accounts[account]?.name ?? '';
      const isOther = choice.into !== undefined && choice.into !== choices[account]?.into;
      const rows = plans.plans[account]?.rows ?? [];
      // What may be the same is another row there.
      if (isOther) changesOf(changes, name).forgetChoices(rows.map(({ key }) => key));
      setChosen((now) => {
        // All of them are kept, so their ids stay.
        const all = new Map(choices.map((one, at) => [found.accounts[at]?.name ?? '', one]));
        const one = choices[account];
        return one ? new Map([...now, ...all, [name, { ...one, ...choice }]]) : now;
      });
    },
    areNamed: choices.every(({ into, name }) => into !== NEW || checkAccount({ name }).ok),
    categories,
    chooseCategory: (key, choice) => setNamed((now) => new Map(now).set(key, choice)),
    budgets,
    budgetsInto,
    setBudgetsInto,
    budgetPlaces: [
      ...choices.flatMap(({ into, name, newId: value }) => (into === NEW ? [{ value, label: name }] : [])),
      ...accounts.flatMap(({ id, name }) => (budgetable.has(id) ? [{ value: id, label: name }] : [])),
    ],
    answering,
    plans,
    accounts: planned,
    coming: useMemo(() => comingIn(planned), [planned]),
    newBudgets: budgets.filter(({ problem }) => problem === null).length,
    carryOut,
  };
}

function comingIn(accounts: readonly PlannedAccount[]): number {
  const open = accounts.filter(({ choice }) => choice.into !== LEAVE);
  return open.reduce((sum, { rows }) => sum + rows.filter(({ choice }) => choice !== 'leave').length, 0);
}

/** The account of this name, or else a new one. */
function usualChoice(
  { name, kind }: Pick<FoundMigration['accounts'][number], 'name' | 'kind'>,
  accounts: readonly AccountRow[],
): AccountChoice {
  const same = accounts.find((account) => sameName(account.name, name));
  return { into: same?.id ?? NEW, name, kind, newId: newId() };
}

/** The account with the most rows. */
function usualBudgets(
  { accounts, budgets }: FoundMigration,
  choices: readonly AccountChoice[],
  budgetable: ReadonlySet<string>,
): string {
  if (budgets.length === 0) return LEAVE;
  const places = choices.flatMap((choice, at) => {
    const id = idOf(choice);
    const may = id !== null && (choice.into === NEW || budgetable.has(id));
    return may ? [{ id, count: accounts[at]?.count ?? 0 }] : [];
  });
  return places.sort((one, other) => other.count - one.count)[0]?.id ?? [...budgetable][0] ?? LEAVE;
}
