import { describe, expect, it } from 'vitest';
import { system } from './system.ts';

describe('the recipe of a component', () => {
  it('is made once, however often the component renders', () => {
    const definition = { base: { width: 'full' }, variants: { padded: { true: { p: '4' } } } };
    expect(system.cva(definition)).toBe(system.cva(definition));
  });

  it('is its own, even when another component defines the same', () => {
    const one = system.cva({ variants: { tone: { loud: { color: 'fg' } } } });
    const other = system.cva({ variants: { tone: { loud: { color: 'fg' } } } });
    expect(one).not.toBe(other);
    expect(one({ tone: 'loud' })).toEqual(other({ tone: 'loud' }));
  });
});
