/**
 * A file of each kind on the screens: chosen, answered, imported into a new account. Its rows and its balance are right
 * to the cent, also after a reload, and go when the import is taken back.
 */
import { expect, type Page, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { appDir } from '../support/built-app.ts';
import { type Person, signIn } from '../support/person.ts';
import { toast } from '../support/screen-parts.ts';

let backend: TestBackend;
let person: Person;
let page: Page;

test.beforeAll(async ({ browser }) => {
  backend = await startTestBackend({ appDir });
  person = await signIn(browser, backend, 'ada@example.org');
  page = await person.open('/');
});

test.afterAll(async () => {
  await person.context.close();
  await backend.stop();
});

interface Statement {
  /** The name of its new account. */
  account: string;
  /** What the account has afterwards, as the list of accounts shows it. */
  balance: string;
  /** Parts of the texts of its rows with their amounts, newest first. */
  rows: [text: string, amount: string][];
}

interface Kind {
  name: string;
  content: string | Uint8Array;
  /** The question that the file leaves open, and its answer. */
  answer?: [question: string, answer: string];
  statements: Statement[];
  width?: number;
}

const camtEntry = (day: string, cents: string, direction: string, text: string) =>
  `<Ntry><Amt Ccy="USD">${cents}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts>` +
  `<BookgDt><Dt>${day}</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
const camtBalance = (code: string, cents: string, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${cents}</Amt><CdtDbtInd>CRDT</CdtDbtInd>` +
  `<Dt><Dt>${day}</Dt></Dt></Bal>`;
const camt = (iban: string, inside: string) =>
  `<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>USD</Ccy></Acct>${inside}</Stmt>` +
  '</BkToCstmrStmt></Document>';

const ofxStatement = (number: string, entries: string, balance: string) =>
  `<STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>1<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM>` +
  `<BANKTRANLIST>${entries}</BANKTRANLIST><LEDGERBAL><BALAMT>${balance}<DTASOF>20250131</LEDGERBAL>` +
  '</STMTRS></STMTTRNRS>';
const ofxEntry = (day: string, cents: string, text: string) =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>202501${day}<TRNAMT>${cents}<FITID>${text}<NAME>${text}</STMTTRN>`;
const ofx = (statements: string) => `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1>${statements}</BANKMSGSRSV1></OFX>`;

const KINDS: Kind[] = [
  {
    name: 'evidence.csv',
    content:
      '15/01/2025,CORNER SHOP,4.50,,95.50\n16/01/2025,BOOK SHOP,20.00,,75.50\n17/01/2025,EMPLOYER,,1500.00,1575.50\n',
    width: 390,
    statements: [
      {
        account: 'By evidence',
        balance: '$1,575.50',
        rows: [
          ['EMPLOYER', '+$1,500.00'],
          ['BOOK SHOP', '-$20.00'],
          ['CORNER SHOP', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'question.csv',
    content: 'Date,Description,Amount\n01/15/2025,CORNER SHOP,4.50\n01/19/2025,FUEL STOP,31.10\n',
    answer: ['What are amounts without a minus?', 'Money out'],
    statements: [
      {
        account: 'By answer',
        balance: '-$35.60',
        rows: [
          ['FUEL STOP', '-$31.10'],
          ['CORNER SHOP', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'several.ofx',
    content: ofx(
      ofxStatement('111', ofxEntry('15', '-4.50', 'CORNER'), '95.50') +
        ofxStatement('222', ofxEntry('16', '20.01', 'INTEREST'), '1020.01'),
    ),
    statements: [
      { account: 'First of two', balance: '$95.50', rows: [['CORNER', '-$4.50']] },
      { account: 'Second of two', balance: '$1,020.01', rows: [['INTEREST', '+$20.01']] },
    ],
  },
  {
    name: 'one.ofx',
    content: ofx(
      ofxStatement('333', `${ofxEntry('15', '-4.50', 'CORNER')}${ofxEntry('16', '10.25', 'REFUND')}`, '105.75'),
    ),
    statements: [
      {
        account: 'Of OFX',
        balance: '$105.75',
        rows: [
          ['REFUND', '+$10.25'],
          ['CORNER', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'old.qif',
    content: "!Type:Bank\nD1/15'25\nT-4.50\nPCorner\n^\nD1/16'25\nT1,500.00\nPEmployer\n^\n",
    statements: [
      {
        account: 'Of QIF',
        balance: '$1,495.50',
        rows: [
          ['Employer', '+$1,500.00'],
          ['Corner', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'statement.xml',
    content: camt(
      'DE89370400440532013000',
      `${camtBalance('OPBD', '100.00', '2025-01-14')}${camtBalance('CLBD', '115.51', '2025-01-16')}` +
        `${camtEntry('2025-01-15', '4.50', 'DBIT', 'Corner')}${camtEntry('2025-01-16', '20.01', 'CRDT', 'Club')}`,
    ),
    statements: [
      {
        account: 'Of CAMT',
        balance: '$115.51',
        rows: [
          ['Club', '+$20.01'],
          ['Corner', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'statement.sta',
    content:
      ':20:STARTUMS\n:25:12345678/0123456789\n:28C:1/1\n:60F:C250114USD100,00\n:61:2501150115D4,50NMSCNONREF\n' +
      ':86:005?00LASTSCHRIFT?20Rechnung 1?32Corner\n:61:2501160116C20,NMSCNONREF\n' +
      ':86:051?00GUTSCHRIFT?20Beitrag?32Club\n:62F:C250116USD115,50\n-\n',
    statements: [
      {
        account: 'Of MT940',
        balance: '$115.50',
        rows: [
          ['Club', '+$20.00'],
          ['Corner', '-$4.50'],
        ],
      },
    ],
  },
  {
    name: 'month.zip',
    content: zipSync({
      'day-1.xml': strToU8(camt('CH9300762011623852957', camtEntry('2025-01-15', '4.50', 'DBIT', 'Corner'))),
      'day-2.xml': strToU8(camt('CH9300762011623852957', camtEntry('2025-01-16', '20.01', 'CRDT', 'Club'))),
    }),
    statements: [
      {
        account: 'Of a ZIP',
        balance: '$15.51',
        rows: [
          ['Club', '+$20.01'],
          ['Corner', '-$4.50'],
        ],
      },
    ],
  },
];

for (const kind of KINDS) {
  test(`${kind.name}: from the file to the balance, and back`, async () => {
    await page.setViewportSize({ width: kind.width ?? 1280, height: 800 });
    await page.goto(`/account/${person.accountId}`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    const buffer = Buffer.from(kind.content);
    await dialog.getByLabel('Choose files').setInputFiles({ name: kind.name, mimeType: '', buffer });
    for (const [at, statement] of kind.statements.entries()) {
      await dialog.getByLabel('Into account').selectOption('A new account');
      await dialog.getByLabel('Name of the new account').fill(statement.account);
      if (kind.answer) {
        const [question, answer] = kind.answer;
        await expect(dialog.getByRole('button', { name: 'Answer the question first' })).toBeDisabled();
        await dialog.getByRole('radiogroup', { name: question }).getByText(answer).click();
      }
      expect(await dialog.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
      const count = statement.rows.length;
      await dialog.getByRole('button', { name: new RegExp(`^Import ${count} transaction`) }).click();
      await expect(
        dialog.getByText(new RegExp(`${count} transactions? (is|are) in ${statement.account}\\.`)),
      ).toBeVisible();
      if (at < kind.statements.length - 1) await dialog.getByRole('button', { name: 'Next' }).click();
    }
    await dialog.getByRole('link', { name: 'Open the account' }).click();

    for (const statement of kind.statements) {
      await expectInList(statement);
      await page.getByRole('link', { name: statement.account }).filter({ visible: true }).first().click();
      await expectRows(statement);
      await page.reload();
      await expectRows(statement);
      await page.getByRole('button', { name: 'Details' }).click();
      await page.getByRole('button', { name: `Revert ${kind.name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click();
      await expect(toast(page, 'Import reverted')).toBeVisible();
      for (const [text] of statement.rows) await expect(rowOf(text)).toHaveCount(0);
    }
  });
}

const rowOf = (text: string) => page.locator('[data-row]').filter({ hasText: text });

async function expectRows({ rows }: Statement): Promise<void> {
  for (const [text, amount] of rows) {
    await expect(rowOf(text)).toHaveCount(1);
    await expect(rowOf(text)).toContainText(amount);
  }
}

async function expectInList({ account, balance }: Statement): Promise<void> {
  await page.goto('/?tab=accounts');
  const row = page.getByRole('row').filter({ hasText: account });
  await expect(row.first()).toContainText(balance);
}
