// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type Screen, showSignedIn } from '../../tests/support/signed-in-screen.tsx';
import { useDatabase } from './session.ts';
import { type LoadFailure, useLoaded } from './use-loaded.ts';

let shown: Screen;
afterEach(() => shown.close());

const FIXED: LoadFailure = {
  title: 'Failed to load categories',
  description: 'There was an error loading your categories.',
};

function CategoryCount({ unreadable, failure = FIXED }: { unreadable: boolean; failure?: LoadFailure }) {
  const db = useDatabase();
  const count = useLoaded(
    async () => {
      if (unreadable) throw new Error('the disk cannot be read');
      return db.categories.count();
    },
    [db, unreadable],
    failure,
  );
  return <p>{count === undefined ? 'Loading categories...' : `${count} categories`}</p>;
}

it('returns what was read', async () => {
  shown = await showSignedIn(<CategoryCount unreadable={false} />, async () => {});
  expect(await screen.findByText('0 categories')).toBeTruthy();
});

it('shows a toast when the read fails, and the screen stays', async () => {
  shown = await showSignedIn(<CategoryCount unreadable />, async () => {});
  expect(await screen.findByText('Failed to load categories')).toBeTruthy();
  expect(screen.getByText('There was an error loading your categories.')).toBeTruthy();
  expect(screen.getByText('Loading categories...')).toBeTruthy();
});

it('shows the error’s message where no text is given', async () => {
  shown = await showSignedIn(
    <CategoryCount unreadable failure={{ title: 'Failed to load accounts' }} />,
    async () => {},
  );
  expect(await screen.findByText('Failed to load accounts')).toBeTruthy();
  expect(screen.getByText('the disk cannot be read')).toBeTruthy();
});
