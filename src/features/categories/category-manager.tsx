import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { managedCategories } from '#store/queries/categories';
import { Card } from '#ui/card';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { AddCategoryForm } from './add-category-form.tsx';
import { CategoryList } from './category-list.tsx';
import { LOAD_FAILURE } from './category-wording.ts';

/** Settings, Category Manager: the categories of the accounts that the user owns. */
export function CategoryManager() {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId}>
      <chakra.h2 id={titleId} fontSize="md">
        Category Manager
      </chakra.h2>
      <chakra.p color="fg.muted" mt="1" mb="5">
        Renaming a category renames it in every transaction of the accounts you own.
      </chakra.p>
      <CategoryEditing />
    </Card>
  );
}

/** The manager without its card, to stand inside another form's place. */
export function CategoryEditing() {
  const db = useDatabase();
  const categories = useLoaded(() => managedCategories(db), [db], LOAD_FAILURE);
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
          Loading categories...
        </chakra.p>
      )}
    </chakra.div>
  );
}
