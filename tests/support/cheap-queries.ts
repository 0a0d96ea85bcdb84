/**
 * Runs before each test file: a search that waits draws the document once, when it gives up. Testing Library would draw
 * it after each change of the document, in an error that `waitFor` throws away.
 */
if (typeof document !== 'undefined') {
  const { configure, getConfig } = await import('@testing-library/react');
  const { getElementError } = getConfig();
  configure({
    getElementError(message, container) {
      // Testing Library sets this while it waits, to spare its own costly parts of the message.
      const isWaiting: unknown = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics');
      if (isWaiting !== true) return getElementError(message, container);
      const error = new Error(message ?? '');
      error.name = 'TestingLibraryElementError';
      return error;
    },
  });
}

export {};
