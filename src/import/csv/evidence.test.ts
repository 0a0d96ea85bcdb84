/** Which columns and signs are booked is decided by evidence, and what evidence leaves open is asked. */
import { describe, expect, it } from 'vitest';
import { readBankFile, readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';
import type { ReadFile } from '../read-file.ts';

const questionsOf = (read: ReadFile) => (read.kind === 'table' ? read.guess.questions : null);
const mappingOf = (read: ReadFile) => (read.kind === 'table' ? read.guess.mapping : null);
const centsOf = (read: ReadFile) => statementsOf(read).flatMap(({ rows }) => rows.map(({ cents }) => cents));
const table = (...lines: string[]) => readText(lines.join('\n'));

describe('the signs of amounts', () => {
  it.each(['card-charges.csv', 'card-types.csv'])('%s: what was bought without a minus is asked about', (name) => {
    const read = readBankFile(name);
    expect(questionsOf(read)).toEqual(['sign']);
    const mapping = mappingOf(read);
    if (!mapping) throw new Error('it is a table');
    const turned = readBankFile(name, { mapping: { ...mapping, flipped: true } });
    expect(questionsOf(turned)).toEqual([]);
    expect(centsOf(turned)).toEqual(centsOf(read).map((cents) => -cents));
  });

  it.each([
    ['ZAHLUNG - DANKE', 'Kauf'],
    ['PAIEMENT MERCI', 'Achat'],
    ['PAGO RECIBIDO', 'Compra'],
    ['Betaling ontvangen', 'Aankoop'],
    ['Zzz', 'Xxx'],
  ])('%s is asked about, also where no word is known but nearly nothing has a minus', (paid, bought) => {
    const lines = ['05', '06', '07', '08'].map((day) => `2026-03-${day},${bought} ${day},4.50`);
    expect(questionsOf(table('Date,Description,Amount', ...lines, `2026-03-09,${paid},-18.00`))).toEqual(['sign']);
  });

  it('a statement with incomes and expenses is asked nothing', () => {
    const lines = [
      '2026-03-05,Rent,-700.00',
      '2026-03-06,Salary,1800.00',
      '2026-03-07,Ben,40.00',
      '2026-03-08,Ada,9.00',
    ];
    expect(questionsOf(table('Date,Description,Amount', ...lines))).toEqual([]);
  });

  it('a balance proves that they are turned round', () => {
    const read = readBankFile('card-debt.csv');
    expect(questionsOf(read)).toEqual([]);
    expect(centsOf(read)).toEqual([-1890, -6210, 10_000]);
  });

  it('a balance that grows with what goes out may be a debt, so nothing is turned and the user is asked', () => {
    const debt = ['2026-03-05,Kiosk,-4.50,104.50', '2026-03-06,Kiosk,-2.00,106.50', '2026-03-07,Bank,50.00,56.50'];
    const read = table('Date,Text,Amount,Balance', ...debt);
    expect(questionsOf(read)).toEqual(['sign']);
    expect(centsOf(read)).toEqual([-450, -200, 5000]);
  });

  it('no word of a row overrules its sign', () => {
    expect(centsOf(readBankFile('signed-payments.csv'))).toEqual([-45_000, 12_000, -3500]);
    const explicit = ['2026-03-05,Payment,a,- $220.00', '2026-03-06,Payment,b,"+ $1,150.00"'];
    const read = table('Date,Type,Note,Amount (total)', ...explicit);
    expect([questionsOf(read), centsOf(read)]).toEqual([[], [-22_000, 115_000]]);
  });

  it('where amounts have none, a balance tells each, and a row before the first balance is listed', () => {
    expect(shortOf(readBankFile('balance-signs.csv'))).toEqual({
      rows: ['2026-03-03 5000 Ben', '2026-03-04 -3000 Shop'],
      unreadable: ['line 2: debit_or_credit'],
    });
  });

  it('a column of two words is the direction, whatever its name', () => {
    expect(centsOf(readBankFile('sides.csv'))).toEqual([-40_000, 200_000]);
    const words = [
      ['Ausgabe', 'Einnahme'],
      ['Dépense', 'Recette'],
      ['D', 'C'],
      ['支出', '收入'],
      ['Obciążenie', 'Uznanie'],
    ];
    for (const [out, into] of words) {
      const read = table('Datum;Wert;xyz;Zweck', `05.03.2026;4,50;${out};a`, `13.03.2026;8,00;${into};b`);
      expect([questionsOf(read), centsOf(read)]).toEqual([[], [-450, 800]]);
    }
  });

  it('a payment beside purchases is what came to the card', () => {
    const read = table('Date,Type,Amount', '2026-03-05,Purchase,4.50', '2026-03-06,Payment,9.00');
    expect(centsOf(read)).toEqual([-450, 900]);
  });
});

describe('the column of amounts', () => {
  it('is none of numbers that name or count something', () => {
    expect(centsOf(readBankFile('numbers-first.csv'))).toEqual([-70_000, 245_000, -6150]);
    const account = (rest: string) => `00070000001;${rest};EUR`;
    const read = table(account('Miete;22.01.2026;-18,00'), account('Lohn;17.01.2026;+120,00'));
    expect(centsOf(read)).toEqual([-1800, 12_000]);
  });

  it('may be two without names, where signs or balances prove it', () => {
    expect(centsOf(readBankFile('cheques.csv'))).toEqual([-12_000, 4000, -2050]);
    const plain = ['15/01/2026,a,4.50,,95.50', '16/01/2026,b,20.00,,75.50', '17/01/2026,c,,1500.00,1575.50'];
    expect(centsOf(table(...plain))).toEqual([-450, -2000, 150_000]);
  });

  it.each([
    ['Withdrawals (SGD)', 'Deposits (SGD)'],
    ['Debit Amount', 'Credit Amount'],
    ['Out', 'In'],
    ['Ausgaben in EUR', 'Einnahmen in EUR'],
    ['Débit', 'Crédit'],
    ['Cargos', 'Abonos'],
    ['Uscite', 'Entrate'],
    ['Wypłaty', 'Wpłaty'],
    ['Ut fra konto', 'Inn på konto'],
  ])('may be two, called %s and %s', (out, into) => {
    const read = table(`Date;${into};${out};Note`, '2026-03-05;;4.50;a', '2026-03-06;9.00;;b');
    expect(centsOf(read)).toEqual([-450, 900]);
  });

  it('is that of the booking, not of the purchase abroad', () => {
    expect(centsOf(readBankFile('foreign-amounts.csv'))).toEqual([-9360, -640]);
    const names = [
      ['Originalbetrag', 'Buchungsbetrag'],
      ['Transaction Amount', 'Billing Amount'],
      ['Gross', 'Net'],
      ['Importe en divisa extranjera', 'Importe'],
      ['Kwota w walucie obcej', 'Kwota operacji'],
      ['Shipping and Handling Amount', 'Net'],
    ];
    for (const [other, booked] of names)
      expect(centsOf(table(`Date;${other};${booked};Note`, '2026-03-05;-10.00;-9.20;a'))).toEqual([-920]);
  });

  it('a fee comes on top, on the day of completion, unless the balance says that it is inside', () => {
    expect(shortOf(readBankFile('fees.csv')).rows).toEqual([
      '2026-03-02 -5120 A Ben',
      '2026-03-04 -340 Panadería',
      '2026-03-05 -799 Plan de marzo',
    ]);
    expect(centsOf(readBankFile('fees-inside.csv'))).toEqual([9800, -5100, 750]);
  });

  it('a comma in amounts is no delimiter where a tab makes more cells', () => {
    const read = table(
      'Start\tEnd\tNote\tAmount',
      '26.01.2026\t27.01.2026\ta\t-4,50',
      '27.01.2026\t28.01.2026\tb\t3,00',
    );
    expect(centsOf(read)).toEqual([-450, 300]);
  });
});

describe('what is no booked row', () => {
  it('a state says what is pending, and what never came', () => {
    const read = readBankFile('states.csv');
    expect(shortOf(read)).toEqual({
      rows: ['2026-03-02 -450 Piekarnia', '2026-03-04 -2500 Sklep', '2026-03-05 520000 Wynagrodzenie'],
      unreadable: ['line 3: information'],
    });
    expect(statementsOf(read)[0]?.rows.map(({ pending }) => pending ?? false)).toEqual([false, true, false]);
    const flags = readBankFile('state-flags.csv');
    expect(statementsOf(flags)[0]?.rows.map(({ pending }) => pending ?? false)).toEqual([false, true, false]);
  });

  it.each(['Declined', 'Storniert', 'Refusée', 'Rechazado', 'Annullata', 'Mislukt', 'Recusado', 'Nekad', 'Avvist'])(
    '%s is listed, in a column of any name',
    (word) => {
      const read = table('Date;What;Amount;Xyz', `2026-03-05;Ada;-1.00;${word}`, '2026-03-06;Ben;-2.00;ok');
      expect(shortOf(read)).toEqual({ rows: ['2026-03-06 -200 Ben'], unreadable: ['line 2: information'] });
    },
  );

  it('balances and totals between the rows are listed; a shop of that name is a shop', () => {
    expect(shortOf(readBankFile('balance-lines.csv'))).toEqual({
      rows: ['2026-03-02 -40000 Hyra', '2026-03-03 -3500 Total Wine', '2026-03-25 200000 Lön'],
      unreadable: ['line 2: balance', 'line 6: balance', 'line 7: balance'],
    });
    const names = ['Saldo Anterior', 'S A L D O', 'Solde au 31/12/2025', 'Endsaldo', 'Opening Balance', 'Kontostand'];
    for (const name of names) {
      const read = table('Date;Text;Amount', `2026-03-05;${name};100.00`, '2026-03-06;New Balance;-80.00');
      expect(shortOf(read)).toEqual({ rows: ['2026-03-06 -8000 New Balance'], unreadable: ['line 2: balance'] });
    }
  });

  it('an amount with the mark of another currency than most is listed', () => {
    const read = readBankFile('marks.csv');
    expect(shortOf(read).unreadable).toEqual(['line 3: other_currency']);
    expect(centsOf(read)).toEqual([-950, -3100, -200]);
    const pair = table('Date,Text,Debit,Credit', '2026-03-05,Ada,4 €,', '2026-03-06,Ben,,9 €', '2026-03-07,Cy,5 $,');
    expect(shortOf(pair).unreadable).toEqual(['line 4: other_currency']);
  });
});

describe('what was remembered of the last table of a shape', () => {
  const charges = (...amounts: string[]) =>
    ['Date,Text,Amount', ...amounts.map((amount, at) => `2026-03-1${at},Kiosk ${at},${amount}`)].join('\n');

  it('answers what this one leaves open, and nothing else', () => {
    const remembered = { columns: { date: 0, text: 1, amount: 2 }, flipped: true, chosen: false };
    expect(mappingOf(readText(charges('4.50', '3.00'), { remembered }))?.flipped).toBe(true);
    const signed = readText(charges('-4.50', '-3.00', '800.00'), { remembered });
    expect([questionsOf(signed), centsOf(signed)]).toEqual([[], [-450, -300, 80_000]]);
  });

  it('keeps the columns that the user chose, and none that 0.2.0 guessed', () => {
    const text = 'Date,Text,Amount,Fee\n2026-03-13,Transfer,-50.00,1.00\n2026-03-14,Salary,800.00,0.00';
    const guessed = { columns: { date: 0, text: 1, amount: 2 } };
    expect(centsOf(readText(text, { remembered: guessed }))).toEqual([-5100, 80_000]);
    const mine = { columns: { date: 0, text: 1, amount: 2 }, chosen: true };
    expect(centsOf(readText(text, { remembered: mine }))).toEqual([-5000, 80_000]);
    const other = { columns: { date: 0, text: 1, amount: 3 } };
    expect(mappingOf(readText(text, { remembered: other }))?.columns).toEqual(other.columns);
  });
});
