import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/pages/reports';
import { HeadCell, ReportTable } from './report-table.tsx';

/** What a chart shows, as a table that opens below it. The first cell of a row names it; the others are amounts. */
export function ChartTable(props: { label: string; heads: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { label, heads, rows } = props;
  const [first, ...others] = heads;
  return (
    <chakra.details mt="3" _print={{ display: 'none' }}>
      <chakra.summary cursor="pointer" color="fg.muted" fontSize="sm" py="2">
        {texts.AS_TABLE}
      </chakra.summary>
      <ReportTable aria-label={label}>
        <thead>
          <tr>
            <HeadCell scope="col">{first}</HeadCell>
            {others.map((head) => (
              <HeadCell key={head} scope="col" amount>
                {head}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...amounts]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {amounts.map((amount, at) => (
                <td key={others[at]} className="sum">
                  {amount}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ReportTable>
    </chakra.details>
  );
}
