import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/sync/entry-actions';
import type { Difference } from '../../session/entries/entry-comparison.ts';

/** The user's value and the current one of every field in which they differ. Of a row that is back: before and now. */
export function Comparison(props: { differences: readonly Difference[]; isBack?: boolean }) {
  const { differences, isBack = false } = props;
  return (
    <chakra.table width="full" mt="2" fontSize="xs" css={{ '& :is(th, td)': { paddingBlock: '0.125rem' } }}>
      <thead>
        <chakra.tr color="fg.muted" textAlign="start">
          <chakra.th width="30%" />
          <chakra.th scope="col" width="35%" textAlign="start" fontWeight="normal">
            {isBack ? texts.WHEN_DELETED : texts.YOURS}
          </chakra.th>
          <chakra.th scope="col" textAlign="start" fontWeight="normal">
            {isBack ? texts.NOW : texts.STANDS}
          </chakra.th>
        </chakra.tr>
      </thead>
      <tbody>
        {differences.map(({ label, mine, theirs }) => (
          <chakra.tr key={label} verticalAlign="top">
            <chakra.th scope="row" textAlign="start" fontWeight="normal" color="fg.muted">
              {label}
            </chakra.th>
            <chakra.td overflowWrap="anywhere" pe="2">
              {mine}
            </chakra.td>
            <chakra.td overflowWrap="anywhere">{theirs}</chakra.td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
}
