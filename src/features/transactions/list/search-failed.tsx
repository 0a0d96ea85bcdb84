import { chakra } from '@chakra-ui/react';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/transactions';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';

/** The search worker failed, so filter and order do not apply. */
export function SearchFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <chakra.div px={{ base: '4', md: '5' }} pb="4">
      <Alert tone="warning" title={texts.SEARCH_FAILED_TITLE}>
        {texts.SEARCH_FAILED_EXPLANATION}{' '}
        <Button variant="plain" size="inline" onClick={onRetry}>
          {actions.TRY_AGAIN}
        </Button>
      </Alert>
    </chakra.div>
  );
}
