/** The transactions as RxDB stores them, with the indexes that the questions need. */
import type { RxJsonSchema } from 'rxdb';
import type { SampleRow } from '../sample-rows.ts';

const text = { type: 'string', maxLength: 200 } as const;

export const schema: RxJsonSchema<SampleRow> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 36 },
    accountId: { type: 'string', maxLength: 36 },
    type: { type: 'string', maxLength: 10 },
    amount: { type: 'integer', minimum: 0, maximum: 99_999_999_999, multipleOf: 1 },
    date: { type: 'string', maxLength: 10 },
    description: text,
    category: text,
    createdAt: { type: 'string', maxLength: 32 },
  },
  required: ['id', 'accountId', 'type', 'amount', 'date', 'description', 'category', 'createdAt'],
  indexes: [['accountId', 'date'], 'category', 'description'],
};
