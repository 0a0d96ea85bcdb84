// @vitest-environment jsdom
import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Later } from './in-turn.ts';

it('each part is drawn in a task of its own', async () => {
  const drawn: string[] = [];
  // Its callback runs at the end of a task, with all that the task has drawn.
  const watch = new MutationObserver(() => drawn.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true });
  render(
    <>
      <Later>a</Later>
      <Later>
        b<Later>d</Later>
      </Later>
      <Later>c</Later>
    </>,
  );
  await waitFor(() => expect(document.body.textContent).toBe('abdc'));
  watch.disconnect();
  expect(drawn.filter(Boolean)).toEqual(['a', 'ab', 'abc', 'abdc']);
});
