/**
 * What a `select` names, as PostgREST writes it, so that the same column reads the same however it is written. An item
 * is the path of tables and the column, without its alias and its cast. A table that is embedded is an item, too; it
 * reads the same at every depth, and the requested one is such an item.
 */
export function selectItems(select: string, requested: string): string[] {
  const items = [`${requested}()`];
  const path: string[] = [];
  let item = '';
  const end = () => {
    const column = columnOf(item);
    if (column !== '') items.push([...path, column].join('/'));
    item = '';
  };
  for (const sign of select.replaceAll(/["\s]/g, '').replaceAll('->>', '->').replaceAll('()', '')) {
    if (sign === '(') {
      const table = tableOf(item);
      items.push(`${table}()`);
      path.push(table);
      item = '';
    } else if (sign === ')') {
      end();
      path.pop();
    } else if (sign === ',') end();
    else item += sign;
  }
  end();
  return items;
}

/** `sum:amount::text` → `amount`, `metadata->notes` stays. */
function columnOf(item: string): string {
  return withoutAlias(item).replace(/::.*$/, '');
}

/** `...author:people!fk!inner` → `people!fk`. */
function tableOf(item: string): string {
  return withoutAlias(item.replace(/^\.\.\./, '')).replace(/!(inner|left)$/, '');
}

function withoutAlias(item: string): string {
  return item.replace(/^[^:]*:(?!:)/, '');
}
