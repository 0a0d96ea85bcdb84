import { useObservable } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { Database } from '#store/database/database';
import { PreparedQuery } from '#store/queries/prepared-query';
import { useDatabase } from './session.ts';

/** A query that can begin before the component that asks it is drawn. Then it is drawn once, with the value in it. */
export function preparedQuery<Value>() {
  const prepared = new PreparedQuery<Value>();
  return {
    /** Resolves when the value is there or cannot be read. The name tells what the query asks for. */
    prepare: (db: Database, name: string, read: () => Promise<Value>) => prepared.prepare(db, name, read),

    /** The value, read again after each change; undefined before the first read. */
    useQuery(name: string, read: () => Promise<Value>, dependencies: readonly unknown[]): Value | undefined {
      const db = useDatabase();
      const observe = () => prepared.observe(db, name, read);
      const value = useObservable<Value, undefined>(observe, [db, name, ...dependencies], undefined);
      useEffect(prepared.forget, []);
      return value;
    },
  };
}
