export const TITLE = 'Financial report';
export const PRINT = 'Print';
export const EXPORT_CSV = 'Export CSV';
export const LOAD_FAILED = 'The report could not be made.';
export const TARGETS_LOAD_FAILED = 'There was an error loading your accounts and budgets.';

export const FILTERS = 'What the report covers';
export const FROM = 'From';
export const TO = 'To';
export const PERIOD_BACKWARDS = 'The period ends before it begins.';
export const QUICK_PERIODS = 'Period';
export const WHOLE_TIME = 'All';
export const REPORT_BY = 'Report by';
export const CATEGORIES = 'Categories';

export const ARRIVING_TITLE = 'Older entries are still arriving';
export const ARRIVING = 'Days at the edge of the period are missing until they are on this device.';
export const EMPTY_TITLE = 'No data for the selected period';
export const EMPTY_EXPLANATION =
  'A report adds up what came in and what went out. Choose another period or other categories, or enter something.';

export const NET_CHANGE = 'Net Change';
export const NOT_IN_NET_CHANGE = 'Not part of Net Change.';
export const BY_CATEGORY = 'By category';
export const BREAKDOWN = 'Breakdown';
export const BY_PAYEE = 'By payee';
export const PAYEE = 'Payee';
export const NO_PAYEE = 'No description';
export const PAYEES_ARRIVING = 'Payees of older months are missing until their entries are on this device.';
export const BEFORE = 'Before';
export const NO_GROUP = 'Without a group';
export const OVER_TIME = 'Over time';
export const EXPENSES = 'Expenses';
export const NET = 'Net';
export const NO_ENTRIES = 'No entries';
export const DAY = 'Day';
export const WEEK = 'Week';
export const MONTH = 'Month';
export const YEAR = 'Year';
export const CHART_BY_DAY = 'Income and expenses by day. The table below says the same.';
export const CHART_BY_WEEK = 'Income and expenses by week. The table below says the same.';
export const CHART_BY_MONTH = 'Income and expenses by month. The table below says the same.';
export const CHART_BY_YEAR = 'Income and expenses by year. The table below says the same.';

/** Below a sum: what it was in the period before. */
export function wasBefore(amount: string): string {
  return `${amount} before`;
}

/** What more payees than are shown come to. */
export function otherPayees(count: number): string {
  return count === 1 ? '1 other' : `${count} others`;
}

/** Says which period that is. Both days come formatted. */
export function comparedWith(from: string, to: string): string {
  return `Before: ${from} to ${to}.`;
}

/** The chosen account as screen and file name it. */
export function ofAccount(name: string): string {
  return `Account: ${name}`;
}

/** The chosen budget as screen and file name it. */
export function ofBudget(name: string): string {
  return `Budget: ${name}`;
}

/** On paper. Both days come formatted; of no categories all are meant. */
export function coverage(from: string, to: string, scope: string, categories: readonly string[]): string {
  const covered = `${from} to ${to} · ${scope}`;
  return categories.length > 0 ? `${covered} · ${categories.join(', ')}` : covered;
}

export function incomeOf(amount: string): string {
  return `Income ${amount}`;
}

export function expensesOf(amount: string): string {
  return `Expenses ${amount}`;
}

export const BALANCE_OVER_TIME = 'Balance over time';
export const NET_WORTH_OVER_TIME = 'Net worth over time';
export const BALANCE = 'Balance';
export const NET_WORTH = 'Net worth';
export const AS_TABLE = 'As a table';
export const SPENDING = 'Spending this month';
export const THIS_MONTH = 'This month';
export const USUAL = 'Average before';
export const SPENDING_CHART = 'Spending since the first of the month, by day. The table below says the same.';

/** What the chart of a balance shows. */
export function balanceChart(title: string): string {
  return `${title}. The table below says the same.`;
}

/** The first days of a month. */
export function untilDay(day: number): string {
  return day === 1 ? 'Day 1' : `Days 1 to ${day}`;
}

/** What was spent in this month so far, and what the months before had come to by the same day. */
export function spentSoFar(amount: string, usual: string): string {
  return `${amount} so far. By this day, the months before had come to ${usual} on average.`;
}
