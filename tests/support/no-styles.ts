/**
 * Runs before each test file: the styles of components stay outside of the document. jsdom lays nothing out, but it
 * matches every rule with an element whenever a query asks whether the element is hidden. Browser tests see the styles.
 */
if (typeof document !== 'undefined') {
  const { head } = document;
  const insert = head.insertBefore.bind(head);
  head.insertBefore = (node, before) => (isOfComponent(node) ? node : insert(node, before));
}

function isOfComponent(node: Node): boolean {
  return node instanceof HTMLStyleElement && node.dataset.emotion !== undefined;
}

export {};
