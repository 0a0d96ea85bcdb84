import { Link } from '@tanstack/react-router';
import * as texts from '#texts/pages/start-choices';
import { Button } from '#ui/button';
import { useImport } from '../../features/import/import-state.ts';
import { useSession } from '../../session/session.ts';
import { DEMO_PATH } from '../addresses/demo-path.ts';

/** The ways to begin with an empty app. Where the form for the first step is in sight, it is the way by hand. */
export function StartChoices({ byHand = false }: { byHand?: boolean }) {
  const openImport = useImport((state) => state.open);
  const { demo } = useSession();
  return (
    <>
      <Button onClick={() => openImport()}>{texts.IMPORT_FILE}</Button>
      {!demo && (
        <>
          <Button variant="outline" asChild>
            <Link to="/settings">{texts.RESTORE_COPY}</Link>
          </Button>
          <Button variant="outline" asChild>
            <a href={DEMO_PATH}>{texts.TRY_DEMO}</a>
          </Button>
        </>
      )}
      {byHand && (
        <Button variant="outline" asChild>
          <Link to="." search={(now) => ({ ...now, add: 'expense' as const })}>
            {texts.START_BY_HAND}
          </Link>
        </Button>
      )}
    </>
  );
}
