import { Suspense, useEffect } from 'react';
import { dialogOnDemand } from '#ui/on-demand';
import { openDialogs } from '#ui/open-dialogs.ts';
import { useImport } from './import-state.ts';

const ImportDialog = dialogOnDemand(() => import('./import-dialog.tsx'));

/**
 * Files that are dropped on any page are imported. Over a dialog they are not, but no page is left for them. It is
 * there from the start: a browser leaves the page for a file that nothing takes.
 */
export function ImportAnywhere() {
  const { request, open, close } = useImport();
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (event.type === 'drop' && files.length > 0 && openDialogs.top() === null) open({ files });
    };
    addEventListener('dragover', onDrag);
    addEventListener('drop', onDrag);
    return () => {
      removeEventListener('dragover', onDrag);
      removeEventListener('drop', onDrag);
    };
  }, [open]);
  return <Suspense>{request && <ImportDialog request={request} onClose={close} />}</Suspense>;
}
