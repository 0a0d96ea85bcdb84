import { useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import { listBudgets } from '#store/queries/budgets';
import { managedCategories } from '#store/queries/categories/categories';
import * as actions from '#texts/actions';
import * as categories from '#texts/books/categories';
import * as texts from '#texts/pages/palette';
import * as settings from '#texts/pages/settings';
import * as undo from '#texts/sync/undo';
import * as terms from '#texts/terms';
import { useImport } from '../../features/import/import-state.ts';
import { OVER } from '../../features/transactions/quick-entry/to-add.ts';
import { useRecentChanges } from '../../features/undo/recent-changes-state.ts';
import { useActiveAccount } from '../../session/accounts/use-active-account.ts';
import { useDatabase } from '../../session/session.ts';
import { ALL, useAccountPlace } from '../account-choice/use-account-place.ts';
import { MAIN_TAB_NAMES, MAIN_TABS } from '../addresses/main-tab.ts';
import { type Choice, foundChoices } from './choice.ts';
import { useFoundTransactions } from './use-found-transactions.ts';

type Navigate = ReturnType<typeof useNavigate>;

/** What the text finds on this device, and whether transactions could not be searched. */
export function useChoices(text: string, onKeys: () => void): { choices: Choice[]; failed: boolean } {
  const db = useDatabase();
  const navigate = useNavigate();
  const { go } = useAccountPlace();
  const showChanges = useRecentChanges((state) => state.show);
  const accounts = useActiveAccount()?.accounts ?? [];
  const budgets = useLiveQuery(() => listBudgets(db), [db], []);
  const categoryRows = useLiveQuery(() => managedCategories(db), [db], []);
  const names = new Map(accounts.map(({ account }) => [account.id, account.name]));
  const transactions = useFoundTransactions([...names.keys()], text);
  const mayAdd = accounts.some(({ role }) => can(role, 'transaction.add'));
  const all = [
    ...actionChoices(navigate, mayAdd, onKeys, showChanges),
    ...screenChoices(navigate),
    { kind: 'account' as const, id: ALL, label: terms.ALL_ACCOUNTS, run: () => go(ALL) },
    ...accounts.map(({ account: { id, name } }) => ({ kind: 'account' as const, id, label: name, run: () => go(id) })),
    ...budgets.map((view) => budgetChoice(navigate, view)),
    ...categoryRows.map((category) => categoryChoice(navigate, category)),
    ...transactions.rows.map((row) => transactionChoice(navigate, row, names.get(row.accountId) ?? '')),
  ];
  return { choices: foundChoices(all, text), failed: transactions.failed };
}

function actionChoices(navigate: Navigate, mayAdd: boolean, onKeys: () => void, onChanges: () => void): Choice[] {
  const add = (type: 'expense' | 'income') => () =>
    navigate({ to: '.', search: (now) => ({ ...now, add: type }), ...OVER });
  const all = [
    { id: 'expense', label: texts.ADD_EXPENSE, run: add('expense') },
    { id: 'income', label: texts.ADD_INCOME, run: add('income') },
    { id: 'import', label: texts.IMPORT, run: () => useImport.getState().open() },
    { id: 'budget', label: texts.CREATE_BUDGET, run: () => navigate({ to: '/settings', search: { tab: 'budget' } }) },
    { id: 'invite', label: texts.INVITE, run: () => navigate({ to: '/settings', search: { tab: 'userAccess' } }) },
    { id: 'changes', label: undo.TITLE, run: onChanges },
    { id: 'keys', label: texts.SHOW_KEYS, run: onKeys },
  ];
  const possible = mayAdd ? all : all.filter(({ id }) => id !== 'expense' && id !== 'income');
  return possible.map((action) => ({ kind: 'action', ...action }));
}

function screenChoices(navigate: Navigate): Choice[] {
  const tabs = MAIN_TABS.map((tab) => ({
    id: tab,
    label: MAIN_TAB_NAMES[tab],
    run: () => navigate({ to: '/', search: tab === 'dashboard' ? {} : { tab } }),
  }));
  const inSettings = [
    { tab: 'categoryManager', label: categories.TITLE },
    { tab: 'userAccess', label: settings.USER_ACCESS_TAB },
    { tab: 'manageAccess', label: actions.MANAGE_ACCESS },
  ] as const;
  const others = inSettings.map(({ tab, label }) => ({
    id: tab,
    label,
    detail: terms.SETTINGS,
    run: () => navigate({ to: '/settings', search: { tab } }),
  }));
  const allSettings = { id: 'settings', label: terms.SETTINGS, run: () => navigate({ to: '/settings' }) };
  return [...tabs, allSettings, ...others].map((screen) => ({ kind: 'screen', ...screen }));
}

type Budget = Awaited<ReturnType<typeof listBudgets>>[number];

function budgetChoice(navigate: Navigate, { budget, accountName, mayManage }: Budget): Choice {
  const manage = { to: '/settings', search: { tab: 'budget', budgetId: budget.id } } as const;
  const look = { to: '/', search: { tab: 'budgets' } } as const;
  return {
    kind: 'budget',
    id: budget.id,
    label: budget.name,
    ...(accountName !== null && { detail: accountName }),
    run: () => navigate(mayManage ? manage : look),
  };
}

type Category = Awaited<ReturnType<typeof managedCategories>>[number];

/** Leads to the active account's transactions of that name. */
function categoryChoice(navigate: Navigate, { id, name, type }: Category): Choice {
  const detail = type === 'income' ? terms.INCOME : terms.EXPENSE;
  return { kind: 'category', id, label: name, detail, run: () => navigate({ to: '/', search: { filter: name } }) };
}

/** Leads to its account, whose list shows what has this description. */
function transactionChoice(navigate: Navigate, row: TransactionRow, account: string): Choice {
  return {
    kind: 'transaction',
    id: row.id,
    label: row.description,
    detail: `${formatSignedAmount(row)} · ${formatDate(row.date)} · ${account}`,
    run: () =>
      navigate({
        to: '/account/$accountId',
        params: { accountId: row.accountId },
        search: { filter: row.description },
      }),
  };
}
