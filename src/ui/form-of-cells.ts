import { createContext } from 'react';

/**
 * The id of the form of fields that stand in the cells of a table, outside of their form. The headings of the columns
 * are their labels, so they show none of their own.
 */
export const FormOfCells = createContext<string | undefined>(undefined);
