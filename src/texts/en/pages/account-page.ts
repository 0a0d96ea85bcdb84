/** Of the page of one account; other pages load without it. */
export const NO_TRANSACTIONS_EXPLANATION = 'What comes in and what goes out is listed here, the newest first.';
export const IMPORT = 'Import';
/** Opens reconciliations, imports, people and activity beside the register. */
export const DETAILS = 'Details';
