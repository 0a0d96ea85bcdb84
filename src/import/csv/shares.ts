/**
 * Splitwise exports what an expense changed for each person: what they paid without their share of it. So the columns
 * of all persons come to zero in each line. Which of them is the user, only the user knows.
 */
import type { ColumnFacts } from './column-facts.ts';
import { fitOfName } from './columns.ts';

const MOST_PERSONS = 50;
/** Cents that an odd share may leave. */
const ROUNDING = 1;

/** The columns of the persons, which stand last, behind that of the currency; empty in every other table. */
export function shareColumns(facts: readonly ColumnFacts[]): number[] {
  const currency = facts.findLastIndex((one) => one.isCurrency || fitOfName(one.name, 'currency') !== null);
  const persons = currency < 1 ? [] : facts.slice(currency + 1);
  const [first] = persons;
  if (!first || persons.length < 2 || persons.length > MOST_PERSONS) return [];
  if (persons.some(({ name, amounts }) => name === '' || amounts < 1)) return [];
  const sums = first.cents.map((_, at) => persons.reduce((sum, { cents }) => sum + (cents[at] ?? 0), 0));
  const isOfAll =
    sums.every((sum) => Math.abs(sum) <= ROUNDING) && persons.some(({ cents }) => cents.some((one) => one));
  return isOfAll ? persons.map(({ column }) => column) : [];
}
