import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { builtInCategories } from '#domain/books/new-categories';
import { categoryLook } from './category-look.ts';

describe('the look of a category', () => {
  it('is an icon for each category of the specification', () => {
    const names = builtInCategories('a', '2026-01-01T00:00:00.000Z').map(({ name }) => name);
    expect(names.filter((name) => !('icon' in categoryLook(name)))).toEqual([]);
  });

  it('has an image for each icon', async () => {
    const styles = await readFile(new URL('../transactions/list/row-icons.css', import.meta.url), 'utf8');
    const icons = builtInCategories('a', '2026-01-01T00:00:00.000Z').map(({ name }) => categoryLook(name).icon);
    expect(icons.filter((icon) => !styles.includes(`[data-icon="${icon}"]`))).toEqual([]);
  });

  it('is the first letter of any other category, also one beyond the basic plane', () => {
    expect(categoryLook(' pets ')).toMatchObject({ letter: 'P' });
    expect(categoryLook('éclairs')).toMatchObject({ letter: 'É' });
    expect(categoryLook('🐈 Cats')).toMatchObject({ letter: '🐈' });
  });

  it('is the same however the name is cased', () => {
    expect(categoryLook('PETS')).toEqual(categoryLook('pets'));
    expect(categoryLook('FOOD')).toEqual(categoryLook('Food'));
  });

  it('takes no name for a property of objects', () => {
    expect(categoryLook('constructor')).toMatchObject({ letter: 'C' });
  });

  it('spreads names over the colours', () => {
    const names = ['Pets', 'Rent', 'Insurance', 'Coffee', 'Garden', 'Taxes', 'Clothes', 'Travel', 'Books', 'Sport'];
    expect(new Set(names.map((name) => categoryLook(name).hue)).size).toBeGreaterThan(3);
  });
});
