import { chakra } from '@chakra-ui/react';
import { type FormEvent, useRef, useState } from 'react';
import type { TransactionType } from '#domain/rows';
import * as texts from '#texts/books/categories';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { ChoiceField } from '#ui/choice-field';
import { PlusIcon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { useCategoryCommands } from './use-category-commands.ts';

const TYPES = [
  { value: 'expense', label: terms.EXPENSE },
  { value: 'income', label: terms.INCOME },
] as const;

/** Adds a category of the chosen type. The type stays for the next one, and the name gets the focus again. */
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
      aria-label={texts.ADD_FORM}
      onSubmit={submit}
      display="grid"
      gap="4"
      alignItems="start"
      gridTemplateColumns={{ base: '1fr', md: '14rem minmax(0, 1fr) auto' }}
    >
      <ChoiceField label={texts.CATEGORY_TYPE} value={type} options={TYPES} onChange={setType} />
      <TextField
        label={texts.CATEGORY_NAME}
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
        {texts.ADD}
      </Button>
    </chakra.form>
  );
}
