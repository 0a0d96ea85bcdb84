import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import * as texts from '#texts/import/import';
import { Select } from '#ui/select-field';
import type { Mapping } from '../../import/csv/mapping.ts';
import { ROLES, type Role } from '../../import/csv/roles.ts';
import type { FoundTable } from '../../import/worker/messages.ts';
import { mappedAs, roleOf } from './mapping.ts';

/** The first lines of a table, and above each column what it is. */
export function TableColumns(props: {
  table: FoundTable;
  /** The file leaves something open, or nothing of it could be read. */
  needsLook: boolean;
  onMapping: (mapping: Mapping) => void;
}) {
  const { table, needsLook, onMapping } = props;
  const { header, first, mapping } = table;
  // Who corrects a column goes on to look at it.
  const [open, setOpen] = useState(table.reasons.date === 'values' || needsLook);
  const options = ROLES.map((role) => ({ value: role, label: texts.ROLES[role] }));
  return (
    <chakra.details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <chakra.summary cursor="pointer" minHeight="8" fontSize="sm" fontWeight="medium">
        {texts.COLUMNS}:{' '}
        <chakra.span color="fg.muted" fontWeight="normal">
          {ROLES.filter((role) => mapping.columns[role] !== undefined)
            .map((role) => texts.ROLES[role])
            .join(', ')}
        </chakra.span>
      </chakra.summary>
      <chakra.p color="fg.muted" fontSize="xs" mb="2">
        {texts.COLUMNS_HINT}
      </chakra.p>
      {/* Whoever uses a keyboard scrolls it, too. */}
      <chakra.div overflowX="auto" borderWidth="1px" borderColor="line" borderRadius="md" tabIndex={0}>
        <chakra.table fontSize="sm" width="full" css={{ '& td, & th': { px: '2', py: '1', textAlign: 'start' } }}>
          <thead>
            <tr>
              {header.map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                <chakra.th key={at} scope="col" fontWeight="medium" verticalAlign="bottom">
                  <chakra.span display="block" mb="1" whiteSpace="nowrap">
                    {texts.columnName(at, name)}
                  </chakra.span>
                  <Select
                    look="inline"
                    aria-label={texts.columnIs(at, name)}
                    placeholder={texts.NO_ROLE}
                    value={roleOf(mapping, at) ?? ''}
                    options={options}
                    onChange={({ currentTarget: { value } }) =>
                      onMapping(mappedAs(mapping, at, ROLES.find((role): role is Role => role === value) ?? null))
                    }
                  />
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((cells, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places.
              <chakra.tr key={line} borderTopWidth="1px" borderColor="line">
                {header.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
                  <chakra.td key={at} color="fg.muted" maxWidth="12rem" truncate>
                    {cells[at]}
                  </chakra.td>
                ))}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.details>
  );
}
