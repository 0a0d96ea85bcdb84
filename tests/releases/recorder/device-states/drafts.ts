/** A draft of each form, with every field that it keeps. */

import type * as drafts from '#domain/drafts';
import { keepDraft } from '#store/commands/drafts/draft-keep';
import * as names from '../../../../src/session/drafts/form-names.ts';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

/** What the form with this reader keeps. */
type Kept<Reader extends (...stored: never[]) => unknown> = NonNullable<ReturnType<Reader>>;

export async function draftsOfAllForms(server: Server, { account, shop }: Household, keep: Keep): Promise<void> {
  const writer = new Device(server, ANNA);
  await writer.sync();
  const [edited, side, other] = await writer.rows('Market 7', 'Moved 1');
  const budget = await writer.named('budgets', 'Groceries');
  const schedule = (await writer.small('schedules', ({ description }) => description === 'Asked'))[0];
  if (!edited || !side || !other || !schedule) throw new Error('there is nothing to edit');

  const typed = {
    date: '5.11.2026',
    amount: '3*4',
    description: 'Typed',
    accountId: account,
    notes: 'A note',
  } as const;
  const food = (await writer.named('categories', 'Food')).id;
  const lines: Kept<typeof drafts.readNewEntryDraft>['lines'] = [
    { id: crypto.randomUUID(), category: 'Food', categoryId: food, amount: '8', note: 'Bread' },
    { id: crypto.randomUUID(), category: 'Sweets', makes: true, amount: '4', note: '' },
    { id: crypto.randomUUID(), category: '', typedCategory: 'Shi', amount: '', note: '' },
  ];
  const refund = { ...typed, type: 'income', category: 'Food', categoryId: food, lines: null, refund: true } as const;
  const divided = { ...typed, type: 'expense', category: '', lines, refund: false } as const;
  const entry = { ...refund, toAccountId: '', toDate: '' } satisfies Kept<typeof drafts.readNewEntryDraft>;
  const { date, toDate, ...repeated } = entry;
  const planned: Kept<typeof drafts.readScheduleDraft> = {
    ...repeated,
    rhythm: {
      every: 'month',
      interval: '2',
      weekdays: [1, 5],
      monthly: 'nth',
      day: '31',
      nth: 'last',
      weekday: 5,
      workday: 'last',
      month: 2,
    },
    startDate: '2026-12-01',
    ends: 'count',
    endDate: '',
    count: '12',
    weekend: 'before',
    mode: 'remind',
    amountMatch: 'any',
  };
  const accountTyped: Kept<typeof drafts.readAccountDraft> = {
    name: 'Cash',
    type: 'personal',
    kind: 'cash',
    description: 'In a box',
    opening: '12',
    openingDate: '2026-11-01',
  };
  const [from, to] = side.type === 'expense' ? [side, other] : [other, side];
  const all: [form: string, values: object, from?: object][] = [
    ['dashboard', { ...divided, toAccountId: '', toDate: '' } satisfies Kept<typeof drafts.readNewEntryDraft>],
    [names.entryForm(account), { ...entry, type: 'transfer', toAccountId: shop, toDate: '6.11.2026' }],
    [names.QUICK_ENTRY_FORM, { ...entry, category: '', categoryId: null, typedCategory: 'Swee' }],
    [names.againForm(edited), entry],
    [names.editForm(edited), refund satisfies Kept<typeof drafts.readTransactionDraft>, edited],
    [
      names.transferForm(side),
      {
        ...entry,
        type: 'transfer',
        toAccountId: shop,
        toDate: '2026-11-06',
        toNotes: 'Arrived',
        begun: { from, to },
      } satisfies Kept<typeof drafts.readTransferDraft>,
    ],
    [names.NEW_SCHEDULE_FORM, planned],
    [names.repeatForm(edited), planned, edited],
    [names.scheduleForm(schedule), planned, schedule],
    [
      names.statementForm(account),
      { date: '30.11.2026', balance: '1,2' } satisfies Kept<typeof drafts.readStatementDraft>,
    ],
    [
      names.contributionForm(budget.id),
      { type: 'income', amount: '5', description: 'For all' } satisfies Kept<typeof drafts.readContributionDraft>,
    ],
    [names.NEW_ACCOUNT_FORM, accountTyped, accountTyped],
    [names.accountForm(account), accountTyped, accountTyped],
    [
      'budget',
      {
        name: 'Bread',
        amount: '40',
        description: 'Weekly',
        accountId: account,
        categoryId: food,
      } satisfies Kept<typeof drafts.readBudgetDraft>,
    ],
    [
      names.invitationForm(account),
      {
        email: 'ida@exam',
        name: 'Ida',
        role: 'member',
        target: 'account',
        chosen: { account, budget: budget.id },
      } satisfies Kept<typeof drafts.readInvitationDraft>,
    ],
    [
      names.IMPORT_FORM,
      {
        pasted: '2026-11-05;-4,20;Bread',
        changes: [
          ['a'.repeat(40), { choice: 'new', type: 'expense', category: 'Food', categoryId: food }],
          ['b'.repeat(40), { type: 'income', category: 'Sweets', makes: true, refund: true }],
          ['c'.repeat(40), { choice: 'leave' }],
        ],
      } satisfies Kept<typeof drafts.readImportDraft>,
    ],
  ];
  const writing = { writer: crypto.randomUUID(), keptAt: new Date().toISOString() };
  for (const [form, values, begun] of all) {
    await keepDraft(writer.db, { form, values, ...writing, ...(begun && { from: begun }) });
  }
  await keep('drafts', writer, 'A draft of each form.');
}
