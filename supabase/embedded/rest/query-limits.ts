import { limits } from '../http/limits.ts';
import { selectItems } from './select-items.ts';

/** The query of a request to the table API asks for more than one request may. */
export class QueryTooLarge extends Error {
  constructor(what: string) {
    super(`The query has ${what}`);
    this.name = 'QueryTooLarge';
  }
}

/**
 * Checks a query before the library parses it. It measures the text alone, so it does not matter how the library reads
 * it. Throws QueryTooLarge.
 */
export function checkQuery({ pathname, searchParams: query }: URL): void {
  const table = pathname.split('/').at(-1) ?? '';
  if (query.size > limits.queryParameters.most) {
    throw new QueryTooLarge(`more than ${limits.queryParameters.most} parameters`);
  }
  let signs = 0;
  for (const [name, value] of query) {
    signs += measureNesting(name) + measureNesting(value);
    if (signs > limits.querySigns.most) {
      throw new QueryTooLarge(`more than ${limits.querySigns.most} commas, brackets and arrows`);
    }
    if (name === 'select') checkItems(selectItems(value, table), 'selected');
    else if (isList(name)) checkItems(namesOf(value), 'named');
  }
}

/** The number of signs that make a parser work. Throws QueryTooLarge for brackets that are nested too deep. */
function measureNesting(text: string): number {
  let [depth, signs] = [0, 0];
  for (const sign of text) {
    if (sign === '(' || sign === '{' || sign === '[') depth += 1;
    else if (sign === ')' || sign === '}' || sign === ']') depth -= 1;
    else if (sign !== ',' && sign !== '>') continue;
    signs += 1;
    if (depth > limits.queryDepth.most) throw new QueryTooLarge('brackets nested too deep');
  }
  return signs;
}

function checkItems(items: readonly string[], how: 'selected' | 'named'): void {
  if (items.length > limits.selectItems.most) {
    throw new QueryTooLarge(`more than ${limits.selectItems.most} columns ${how}`);
  }
  const repeated = items.find((item, at) => items.indexOf(item) < at);
  if (repeated !== undefined) throw new QueryTooLarge(`a column ${how} twice`);
}

/** `order` may also be of an embedded table. */
function isList(name: string): boolean {
  return name === 'columns' || name === 'on_conflict' || name === 'order' || name.endsWith('.order');
}

/** The column of each item: an order has words after it. */
function namesOf(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.replaceAll(/["\s]/g, '').replace(/\.(asc|desc|nullsfirst|nullslast).*$/, ''));
}
