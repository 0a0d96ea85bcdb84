/** What somebody had typed into a form of a release, or of today's app, stands in today's form again. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as drafts from '#domain/drafts';
import { releasedDevices, releasedServers } from './support/released-devices.ts';
import { todaysDevices } from './support/todays-devices.ts';

type Reader = (stored: unknown) => unknown;
type Begins = [form: string, read: Reader, readFrom?: Reader];

/** By how the names of forms begin, as their `WithDraft` has them. The first that fits counts. */
const FORMS: Begins[] = [
  ['dashboard', drafts.readNewEntryDraft],
  ['entry:', drafts.readNewEntryDraft],
  ['quick-entry', drafts.readNewEntryDraft],
  ['again:', drafts.readNewEntryDraft],
  ['edit:', (stored) => drafts.readTransferDraft(stored) ?? drafts.readTransactionDraft(stored, { notes: '' })],
  ['schedule:new', drafts.readScheduleDraft],
  ['schedule:of:', drafts.readScheduleDraft, drafts.readEditedRow],
  ['schedule:', drafts.readScheduleDraft, drafts.readEditedSchedule],
  ['statement:', drafts.readStatementDraft],
  ['contribution:', drafts.readContributionDraft],
  ['account', drafts.readAccountDraft, drafts.readAccountDraft],
  ['budget', drafts.readBudgetDraft],
  ['invitation', drafts.readInvitationDraft],
  ['import', drafts.readImportDraft],
];

const Draft = v.looseObject({ form: v.string(), values: v.looseObject({}), from: v.optional(v.unknown()) });

/** Releases before 0.3.0 have not recorded the device. Today's app is what the next one records. */
const devices = [
  ...releasedServers.flatMap((released) => releasedDevices(released).map((device) => ({ ...released, ...device }))),
  ...(await todaysDevices()).map((device) => ({ release: 'today', kind: 'postgres', ...device })),
];
const found = devices
  .filter(({ name }) => name === 'drafts')
  .flatMap(({ release, kind, database }) =>
    v.parse(v.array(Draft), database.stores.drafts?.records).map((draft) => ({ release, kind, ...draft })),
  );
const recorded = [...new Set(found.map(({ release }) => release))];

function readersOf(form: string): Begins {
  const readers = FORMS.find(([begin]) => form.startsWith(begin));
  if (!readers) throw new Error(`no form ${form}`);
  return readers;
}

describe('a draft of a release', () => {
  it.each(found)('of $release ($kind) is read with every field: $form', ({ form, values, from }) => {
    const [, read, readFrom = drafts.readEditedRow] = readersOf(form);
    expect(read(values)).toMatchObject(values);
    expect(from && readFrom(from)).toEqual(from);
  });
});

it.each(recorded)('%s has recorded one of each form', (release) => {
  const forms = found.filter((one) => one.release === release).map(({ form }) => readersOf(form)[0]);
  expect(FORMS.map(([begin]) => begin).filter((begin) => !forms.includes(begin))).toEqual([]);
});
