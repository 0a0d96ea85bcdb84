/** On what a request to the table API may ask for. */
import { type Limit, megabytes } from './limit.ts';

export const queryLimits = {
  answerBytes: {
    most: megabytes(4),
    unit: 'bytes',
    what: 'rows of one answer of the table API',
    why:
      'Room for 1,000 rows of 4 kB. The process makes some copies of an answer, of six at once. Whoever gets ' +
      '413 reads in parts. Pulls have limits of their own.',
  },
  selectItems: {
    most: 40,
    unit: '',
    what: 'columns in a select, an order or a list of columns',
    why: 'The largest table has 20. No column and no table may be repeated.',
  },
  queryParameters: {
    most: 64,
    unit: '',
    what: 'parameters of a request to the table API',
    why: 'A filter for each column, and some more.',
  },
  querySigns: {
    most: 500,
    unit: '',
    what: 'commas, brackets and arrows in the query of a request',
    why: 'More ids than fit into the headers.',
  },
  queryDepth: {
    most: 16,
    unit: '',
    what: 'depth of brackets in a query',
    why: 'The library parses them by recursion. An “or” in an “and” has two.',
  },
} satisfies Record<string, Limit>;
