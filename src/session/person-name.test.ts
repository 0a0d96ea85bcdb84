import { expect, it } from 'vitest';
import { emailName, personName } from './person-name.ts';

const ANNA = { userId: 'a', email: 'anna@example.org' };

it('says You to whoever did it, also before they have a login', () => {
  expect(personName(ANNA, ANNA)).toBe('You');
  expect(personName({ userId: 'local', email: '' }, { userId: 'local' })).toBe('You');
  expect(emailName('Anna@Example.org', ANNA)).toBe('You');
});

it('says the e-mail of others, and Somebody where none is known', () => {
  expect(personName(ANNA, { userId: 'b' })).toBe('anna@example.org');
  expect(personName({ userId: null, email: null }, ANNA)).toBe('Somebody');
  expect(personName({ userId: 'local', email: '' }, ANNA)).toBe('Somebody');
  expect(emailName('ben@example.org', ANNA)).toBe('ben@example.org');
  expect(emailName(null, ANNA)).toBe('Somebody');
});
