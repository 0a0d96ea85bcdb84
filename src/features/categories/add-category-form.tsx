import { chakra } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import type { TransactionType } from '#domain/rows';
import { Button } from '#ui/button';
import { ChoiceField } from '#ui/choice-field';
import { PlusIcon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { useCategoryCommands } from './use-category-commands.ts';

const TYPES = [
  { value: 'expense', label: 'Expense' },
  { value: 'income', label: 'Income' },
] as const;

/** Adds a category of the chosen type. The type stays for the next one, and the name has the focus again. */
export function AddCategoryForm() {
  const { add } = useCategoryCommands();
  const [type, setType] = useState<TransactionType>('expense');
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const formRef = useRef<HTMLFormElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = await add(type, name);
    setError(problem);
    if (problem === null) setName('');
    formRef.current?.querySelector<HTMLElement>('[name=category-name]')?.focus();
  };

  return (
    <chakra.form
      ref={formRef}
      noValidate
      aria-label="Add a category"
      onSubmit={submit}
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: '1fr', md: '14rem minmax(0, 1fr) auto' }}
    >
      <ChoiceField label="Category Type" value={type} options={TYPES} onChange={setType} />
      <TextField
        label="Category Name"
        name="category-name"
        value={name}
        error={error}
        autoComplete="off"
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" mt={{ md: '1.6875rem' }}>
        <PlusIcon aria-hidden />
        Add Category
      </Button>
    </chakra.form>
  );
}
