import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { readStatementDraft } from '#domain/drafts';
import { formatMoney } from '#domain/money/money';
import * as texts from '#texts/books/reconciling';
import { Alert } from '#ui/alert';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { MoneyText } from '#ui/money-text';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { statementForm } from '../../session/drafts/form-names.ts';
import { type FormDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { WrittenDateField } from '../dates/written-date-field.tsx';
import { ExplainedDifference } from './explained-difference.tsx';
import { OpenRows } from './open-rows.tsx';
import { type Reconciling, type Typed, useReconciling } from './use-reconciling.ts';

interface ReconcileProps {
  accountId: string;
  /** The date of the newest statement so far. */
  last: string | null;
  onClose: () => void;
}

/** Compares an account with a statement. What was typed of the statement comes back until it is finished. */
export default function ReconcileDialog(props: ReconcileProps) {
  return (
    <WithDraft form={statementForm(props.accountId)} read={readStatementDraft} wait>
      {(draft) => <Comparison {...props} draft={draft} />}
    </WithDraft>
  );
}

function Comparison({ accountId, last, onClose, draft }: ReconcileProps & { draft: FormDraft<Typed> }) {
  const reconciling = useReconciling(accountId, last, draft, onClose);
  const { typed, worth, errors, change, rows, isComplete, tick, tickAll, explanation, surplus, finish } = reconciling;
  const formId = useId();
  return (
    <Dialog
      open
      size="lg"
      title={texts.RECONCILE}
      onClose={onClose}
      footer={<Footer {...reconciling} formId={formId} />}
    >
      <chakra.form
        id={formId}
        noValidate
        display="flex"
        flexDirection="column"
        gap="4"
        data-draft
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <DraftLine draft={draft} worth={worth} />
        <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
          <WrittenDateField
            label={texts.STATEMENT_DATE}
            name="statement-date"
            value={typed.date}
            error={errors.date}
            onText={(date) => change({ date })}
          />
          <AmountField
            label={texts.STATEMENT_BALANCE}
            name="statement-balance"
            hint={texts.BALANCE_HINT}
            value={typed.balance}
            error={errors.balance}
            signed
            data-autofocus
            onChange={(event) => change({ balance: event.currentTarget.value })}
          />
        </chakra.div>
        {!isComplete && <Alert tone="warning">{texts.NOT_COMPLETE}</Alert>}
        {rows?.length === 0 && <chakra.p color="fg.muted">{texts.NOTHING_TO_TICK}</chakra.p>}
        {rows && rows.length > 0 && <OpenRows rows={rows} onTick={tick} onTickAll={tickAll} />}
        {explanation && <ExplainedDifference {...explanation} />}
        {!explanation && surplus.length > 0 && <ExplainedDifference kind="ticked" rows={surplus} />}
      </chakra.form>
    </Dialog>
  );
}

/** The difference is below the list, outside of what scrolls. On a phone the buttons stand below it. */
function Footer(props: Reconciling & { formId: string }) {
  const { rows, ticked, difference, explanation, isComplete, addDifference, formId } = props;
  const agrees = difference === 0;
  return (
    <>
      <chakra.dl display="flex" gap="5" order={{ base: 1, sm: 0 }} me={{ sm: 'auto' }} aria-live="polite">
        <Figure label={texts.DIFFERENCE}>
          <MoneyText tone={agrees ? 'income' : 'neutral'}>
            {difference === null ? '–' : formatMoney(difference, { sign: agrees ? 'negative' : 'always' })}
          </MoneyText>
        </Figure>
        <Figure label={texts.TICKED}>{texts.tickedOf(ticked, rows?.length ?? 0)}</Figure>
      </chakra.dl>
      {difference !== null && !agrees && !explanation && (
        <Button variant="outline" disabled={!isComplete} onClick={() => void addDifference()}>
          {texts.ADD_DIFFERENCE}
        </Button>
      )}
      <Button type="submit" form={formId} disabled={!agrees || !isComplete}>
        {texts.FINISH}
      </Button>
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt color="fg.muted" fontSize="xs">
        {label}
      </chakra.dt>
      <chakra.dd className="tabular">{children}</chakra.dd>
    </div>
  );
}
