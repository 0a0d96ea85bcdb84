// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { useDatabase } from '../session/session.tsx';
import { LOAD_FAILURE } from './category-wording.ts';
import { useLoaded } from './use-loaded.ts';

let shown: Screen;
afterEach(() => shown.close());

function CategoryCount({ unreadable }: { unreadable: boolean }) {
  const db = useDatabase();
  const count = useLoaded(
    async () => {
      if (unreadable) throw new DOMException('the disk cannot be read', 'UnknownError');
      return db.categories.count();
    },
    [db, unreadable],
    LOAD_FAILURE,
  );
  return <p>{count === undefined ? 'Loading categories...' : `${count} categories`}</p>;
}

it('answers what was read', async () => {
  shown = await showSignedIn(<CategoryCount unreadable={false} />, async () => {});
  expect(await screen.findByText('0 categories')).toBeTruthy();
});

it('says in a notice that it cannot be read, and the screen stays', async () => {
  shown = await showSignedIn(<CategoryCount unreadable />, async () => {});
  expect(await screen.findByText('Failed to load categories')).toBeTruthy();
  expect(screen.getByText('There was an error loading your categories.')).toBeTruthy();
  expect(screen.getByText('Loading categories...')).toBeTruthy();
});
