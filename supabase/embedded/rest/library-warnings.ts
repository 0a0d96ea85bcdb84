/**
 * @supabase/lite replaces `process.emitWarning` with its own function. That throws a TypeError on the Error objects
 * that Node warns with (too many listeners, for one). Import this file after the library.
 */
const ofLibrary = process.emitWarning;

process.emitWarning = (warning: string | Error, options?: unknown) => {
  const named = typeof options === 'string' ? options : undefined;
  if (typeof warning === 'string') ofLibrary(warning, named);
  else ofLibrary(warning.message, warning.name);
};
