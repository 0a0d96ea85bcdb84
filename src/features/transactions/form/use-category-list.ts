import { useEffect, useMemo, useState } from 'react';
import { type CategoryAsChosen, type CategoryChoice, checkCategoryName, choiceNamed } from '#domain/books/categories';
import type { TransactionType } from '#domain/rows';
import { foldText } from '#domain/search-text';
import { saysNoCategory } from '#domain/transactions/chosen-category';
import { recentCategories } from '#store/queries/categories/recent-categories';
import * as texts from '#texts/books/category-choice';
import { useMayMakeCategories } from '../../../session/accounts/use-may-make-categories.ts';
import { useDatabase } from '../../../session/session.ts';
import { listedAs, listedCategories } from './listed-categories.ts';
import { NO_CATEGORY } from './transaction-draft.ts';

const RECENT = 3;
const NONE: string[] = [];
const NO_CHOICES: CategoryChoice[] = [];

/** What every chooser of a category has: its list, and what becomes of a name that is not in it. */
export function useCategoryList(props: {
  accountId: string;
  type: TransactionType;
  choices: readonly CategoryChoice[];
  /** The categories of the other type, where a refund can be entered. */
  others?: readonly CategoryChoice[];
  first?: string | undefined;
  /** As it stands in the list. */
  last: string;
  choose: (chosen: CategoryAsChosen & { refund?: boolean }) => void;
}) {
  const { accountId, type, choices, others = NO_CHOICES, first, last, choose } = props;
  const [openings, setOpenings] = useState(0);
  const recent = useRecent(accountId, type, openings);
  const mayMake = useMayMakeCategories(accountId);
  const listed = useMemo(
    () => listedCategories({ type, choices, others, recent, first, last }),
    [type, choices, others, recent, first, last],
  );
  return {
    choices: listed,
    fold: foldText,
    onOpen: () => setOpenings((before) => before + 1),
    onChoose: (value: string) => {
      const { name, refund } = listedAs(value);
      choose({ ...choiceNamed(refund ? others : choices, name), ...(refund && { refund }) });
    },
    making: mayMake ? { offer, make: (text: string) => choose(made(text)) } : undefined,
    note: mayMake ? undefined : texts.MAY_NOT_MAKE,
  };
}

/**
 * The categories that were last used. They are read each time the list opens (`openings`), and are not live: a read
 * after each transaction would delay its appearance.
 */
function useRecent(accountId: string, type: TransactionType, openings: number): readonly string[] {
  const db = useDatabase();
  const [recent, setRecent] = useState(NONE);
  useEffect(() => {
    if (openings === 0) return;
    let left = false;
    recentCategories(db, accountId, type, RECENT).then(
      (found) => {
        if (!left) setRecent(found);
      },
      // Without them the list has its usual order.
      () => {},
    );
    return () => {
      left = true;
    };
  }, [db, accountId, type, openings]);
  return recent;
}

/** The name of a category that can be made; null for none. */
function nameIn(text: string): string | null {
  const checked = checkCategoryName(text);
  return checked.ok && !saysNoCategory(checked.name) ? checked.name : null;
}

function offer(text: string): string | null {
  const name = nameIn(text);
  return name === null ? null : texts.newCategory(name);
}

function made(text: string): CategoryAsChosen {
  const name = nameIn(text);
  return name === null ? NO_CATEGORY : { category: name, categoryId: undefined, makes: true };
}
