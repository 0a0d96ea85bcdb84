/** The function that B11 calls in Actual's page: its own engine imports rows into an account that has as many. */
import { addTransactions, createAccount, importTransactions, init, runImport } from '@actual-app/api';
import { importedRows, sampleRows, signed } from '../sample-rows.ts';

/** Milliseconds until `count` rows are compared with the account and written. */
async function importRows(count: number): Promise<number> {
  await init({ dataDir: '/documents', verbose: false });
  await runImport('peer', async () => {});
  const account = await createAccount({ name: 'Household', offbudget: false });
  const asActual = (row: ReturnType<typeof sampleRows>[number]) => {
    return { account, date: row.date, amount: signed(row), imported_payee: row.description, notes: row.description };
  };
  await addTransactions(account, sampleRows(count).map(asActual));
  const rows = importedRows(count).map(asActual);
  const start = performance.now();
  const { added, updated } = await importTransactions(account, rows);
  const elapsed = performance.now() - start;
  if (added.length + updated.length !== count) throw new Error(`${added.length} rows came in`);
  return elapsed;
}

Object.assign(globalThis, { importRows });
