import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import { managedCategories } from '#store/queries/categories/categories';
import { hasSharedAccounts } from '#store/queries/categories/own-categories';
import * as texts from '#texts/books/categories';
import { Card } from '#ui/card';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { AddCategoryForm } from './add-category-form.tsx';
import { CategoryList } from './category-list.tsx';

/** Settings, Category Manager: the categories of the accounts that the user owns. */
export function CategoryManager() {
  const titleId = useId();
  const db = useDatabase();
  const isShared = useLiveQuery(() => hasSharedAccounts(db), [db], false);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md">
        {texts.TITLE}
      </chakra.h2>
      <chakra.p color="fg.muted" mt="1" mb="5">
        {texts.EXPLANATION}
        {isShared && ` ${texts.SHARED_EXPLANATION}`}
      </chakra.p>
      <CategoryEditing />
    </Card>
  );
}

/** The manager without its card, for use inside another form. */
export function CategoryEditing() {
  const db = useDatabase();
  const categories = useLoaded(() => managedCategories(db), [db], texts.LOAD_FAILURE);
  return (
    <chakra.div display="flex" flexDirection="column" gap="6">
      <AddCategoryForm />
      {categories ? (
        <chakra.div display="grid" gap="6" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
          <CategoryList type="expense" categories={categories} />
          <CategoryList type="income" categories={categories} />
        </chakra.div>
      ) : (
        <chakra.p role="status" color="fg.muted">
          {texts.LOADING}
        </chakra.p>
      )}
    </chakra.div>
  );
}
