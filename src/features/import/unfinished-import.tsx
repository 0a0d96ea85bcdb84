import * as texts from '#texts/import/imports';
import { IMPORT_FORM } from '../../session/drafts/form-names.ts';
import UnfinishedLine from '../../session/drafts/unfinished-line.tsx';
import { useUnfinished } from '../../session/drafts/use-unfinished.ts';
import { useImport } from './import-state.ts';

/** Says that an import was begun, and leads back to it. What was changed comes back with its rows. */
export default function UnfinishedImport() {
  const [draft] = useUnfinished(IMPORT_FORM);
  const { request, open } = useImport();
  if (!draft || request) return null;
  return <UnfinishedLine draft={draft} text={texts.UNFINISHED} onContinue={() => open()} />;
}
