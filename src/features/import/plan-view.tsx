import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import * as texts from '#texts/import/import';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import type { Question } from '../../import/statement/statement.ts';
import type { Plan } from '../../import/worker/client.ts';
import { categoriesToMake, isOpen, type PlannedRow, ticked } from '../../import/worker/planned-rows.ts';
import type { Choice } from '../../import/worker/row-changes.ts';
import { useMayMakeCategories } from '../../session/accounts/use-may-make-categories.ts';
import { countsOf, type Group, Groups, isOfGroup } from './plan-groups.tsx';
import { PlanRow } from './plan-row.tsx';
import { UnknownCategories } from './unknown-categories.tsx';
import { UnreadableLines } from './unreadable-lines.tsx';
import type { KeptChanges } from './use-changes.ts';
import { type OfferedCategory, useOfferedCategories } from './use-offered-categories.ts';

/** So many rows are drawn at first. */
const FIRST_ROWS = 50;

const NO_QUESTIONS: ReadonlySet<Question> = new Set();

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** What an import would do: how many rows of each kind, and each of them to be changed. */
export function PlanView(props: {
  plan: Plan;
  rows: readonly PlannedRow[];
  accountId: string | null;
  changes: KeptChanges;
  /** Categories that are still to be made. */
  made?: readonly OfferedCategory[];
  /** The questions of the file whose rows the user has left out. */
  left?: ReadonlySet<Question>;
}) {
  const { plan, rows, accountId, changes, made = [], left = NO_QUESTIONS } = props;
  const [group, setGroup] = useState<Group>('all');
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [active, setActive] = useState('');
  const [expanded, setExpanded] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const offered = useOfferedCategories(accountId);
  const mayMake = useMayMakeCategories(accountId);
  const categories = [...offered, ...made];
  const newOnes = useMemo(() => categoriesToMake(rows), [rows]);
  const counts = useMemo(() => countsOf(plan), [plan]);
  const { ofGroup, open, areTicked } = useMemo(() => groupOf(rows, group), [rows, group]);
  const shown = ofGroup.slice(0, limit);
  const current = shown.some(({ preview }) => preview.key === active) ? active : shown[0]?.preview.key;
  const isBack = areBack(rows, changes);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const kind = event.target.dataset.kind;
    if (!kind) return;
    event.preventDefault();
    const lines = [...(list.current?.children ?? [])];
    const at = lines.findIndex((line) => line.contains(document.activeElement));
    const next = lines[at + step];
    const same = next?.querySelector<HTMLElement>(`[data-kind="${kind}"]`);
    (same ?? next?.querySelector<HTMLElement>('[data-kind="row"]'))?.focus();
  };

  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {!plan.isComplete && <Alert tone="warning">{texts.NOT_COMPLETE}</Alert>}
      {isBack && (
        <chakra.p color="fg.muted" fontSize="sm">
          {texts.CHANGES_BACK}{' '}
          <Button variant="plain" size="inline" onClick={() => changes.forget(rows.map(({ preview }) => preview.key))}>
            {texts.FORGET_CHANGES}
          </Button>
        </chakra.p>
      )}
      <Groups
        counts={counts}
        value={group}
        onChange={(next) => {
          setGroup(next);
          setLimit(FIRST_ROWS);
        }}
      />
      {mayMake && <UnknownCategories rows={rows} offered={categories} changes={changes} />}
      {rows.length > 0 && rows.every(({ preview }) => !isOpen(preview)) && <p>{texts.NOTHING_NEW}</p>}
      {group !== 'unreadable' && open.length > 0 && (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="3">
          <chakra.p color="fg.muted" fontSize="xs" flex="1 1 12rem">
            {texts.KEYS}
          </chakra.p>
          {group === 'transfer' ? (
            <LinkAll rows={open} changes={changes} />
          ) : (
            <Button variant="plain" size="inline" onClick={() => tickAll(open, areTicked, changes)}>
              {areTicked ? texts.UNTICK_ALL : texts.TICK_ALL}
            </Button>
          )}
        </chakra.div>
      )}
      {plan.unreadable.length > 0 && (group === 'unreadable' || rows.length === 0) ? (
        <UnreadableLines lines={plan.unreadable} left={left} />
      ) : ofGroup.length === 0 ? (
        <chakra.p color="fg.muted">{texts.NO_ROWS}</chakra.p>
      ) : (
        <chakra.ul ref={list} aria-label={texts.ROWS} listStyleType="none" onKeyDown={onKeyDown}>
          {shown.map((row) => (
            <PlanRow
              key={row.preview.key}
              row={row}
              categories={categories}
              made={newOnes}
              mayMake={mayMake}
              isActive={row.preview.key === current}
              isExpanded={row.preview.key === expanded}
              onActive={setActive}
              onExpand={setExpanded}
              onChange={(change) => changes.change([row.preview.key], change)}
            />
          ))}
        </chakra.ul>
      )}
      {group !== 'unreadable' && ofGroup.length > shown.length && (
        <Button variant="outline" size="sm" alignSelf="start" onClick={() => setLimit(limit + FIRST_ROWS)}>
          {texts.more(ofGroup.length - shown.length)}
        </Button>
      )}
    </chakra.div>
  );
}

/** The rows of the group, and those of them about which the user may decide: they are many. */
function groupOf(rows: readonly PlannedRow[], group: Group) {
  const ofGroup = group === 'all' ? rows : rows.filter(({ preview }) => isOfGroup(preview, group));
  const open = ofGroup.filter(({ preview }) => isOpen(preview));
  return { ofGroup, open, areTicked: open.every(({ choice }) => choice !== 'leave') };
}

/** Whether the user changed any of these rows on an earlier visit. */
function areBack(rows: readonly PlannedRow[], { earlier, changes }: KeptChanges): boolean {
  if (earlier.size === 0 || changes.size === 0) return false;
  return rows.some(({ preview: { key } }) => earlier.has(key) && changes.has(key));
}

/** What the user leaves out stays out. */
function LinkAll({ rows, changes }: { rows: readonly PlannedRow[]; changes: KeptChanges }) {
  const coming = rows.filter(({ choice }) => choice !== 'leave');
  if (coming.length === 0) return null;
  const areLinked = coming.every(({ choice }) => choice === 'transfer');
  const linkNone = () => changes.forgetChoices(coming.map(({ preview }) => preview.key));
  return (
    <Button variant="plain" size="inline" onClick={areLinked ? linkNone : () => choose(coming, 'transfer', changes)}>
      {areLinked ? texts.LINK_NONE : texts.LINK_ALL}
    </Button>
  );
}

function tickAll(rows: readonly PlannedRow[], areTicked: boolean, changes: KeptChanges): void {
  const left = areTicked ? rows : rows.filter(({ choice }) => choice === 'leave');
  const byChoice = Map.groupBy(left, ({ preview }) => (areTicked ? 'leave' : ticked(preview)));
  for (const [choice, some] of byChoice) choose(some, choice, changes);
}

function choose(rows: readonly PlannedRow[], choice: Choice, { change }: KeptChanges): void {
  change(
    rows.map(({ preview }) => preview.key),
    { choice },
  );
}
