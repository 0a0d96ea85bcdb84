/**
 * Oxlint plugin: who may touch which table of the user's database. It sees a table as a property of something named
 * `db` or `database`, as all our code calls a database.
 */
import { relative, sep } from 'node:path';

interface Node {
  type: string;
}

interface Named extends Node {
  name?: string;
}

interface Member extends Node {
  object: Node;
  property: Named;
  computed: boolean;
}

interface Call extends Node {
  callee: Named;
  arguments: readonly (Node & { value?: unknown })[];
}

interface Declarator extends Node {
  id: Node & { properties?: readonly (Node & { key?: Named })[] };
  init: Node | null;
}

interface RuleContext {
  cwd: string;
  filename: string;
  report(found: { node: Node; message: string }): void;
}

const LEDGER = ['transactions', 'totals', 'sums', 'sides'];
const OF_SCOPES = ['accounts', 'categories', 'budgets', 'memberships', 'reconciliations', 'imports', 'schedules'];
const ROWS = [...OF_SCOPES, 'invitations', 'notices'];
const BASES = ['bases', 'scheduleBases'];
const OTHERS = ['importKeys', 'cursors', 'outbox', 'meta', 'drafts', 'small', 'table'];
const TABLES = [...LEDGER, ...ROWS, ...BASES, ...OTHERS];
const WRITES = ['add', 'put', 'update', 'upsert', 'delete', 'clear', 'modify'];
const BULK_WRITES = ['bulkAdd', 'bulkPut', 'bulkUpdate', 'bulkDelete'];

const tests = /^tests\/|\.(test|fixture)\.tsx?$/;
const ledgerFiles = /^src\/store\/(ledger\/|database\/database\.ts$)/;

const basesFile = 'src/store/optimistic/bases.ts';
const metaFile = 'src/store/database/meta.ts';
/** The functions of that file that write. */
const META_WRITES = ['writeMeta', 'dropMeta'];

/** Files outside of the store that write, each with its tables: sync writes through these alone. */
const writers: Readonly<Record<string, readonly string[]>> = {
  'sync/apply.ts': ['invitations', 'notices', 'outbox'], // server rows, and what was superseded
  'sync/apply-scope.ts': [...OF_SCOPES, 'cursors'], // server rows
  'sync/purge.ts': [...OF_SCOPES, 'cursors'], // rows that left the user's sight
  'sync/record-verdicts.ts': ['outbox'],
  'sync/restored.ts': ['outbox'], // entries that go again to a restored server
  'sync/fetch-anew.ts': ['cursors'], // a scope that is wrong or incomplete here is pulled again
  'sync/throughput.ts': ['meta'], // how much a request may carry
  'sync/pull-state.ts': ['meta'], // the number of the last pull
};

/** Rooms of the store that only read. Everything else in the store runs below a command or below sync. */
const readingRooms = /^src\/store\/((queries|search)\/|copies\/restore-plan\.ts$)/;

/** Why `file` may not touch this table of the ledger, or null. */
function refuseLedger(file: string, table: string): string | null {
  if (!LEDGER.includes(table) || ledgerFiles.test(file)) return null;
  return `only the files of src/store/ledger touch the table ${table}: call a function of theirs`;
}

/** Why `file` may not call this method of the table of bases, or null. One record may hold the bases of many rows. */
function refuseBases(file: string, method: string): string | null {
  if (file === basesFile || method === 'clear') return null;
  return `only ${basesFile} knows how bases are stored: call a function of its`;
}

/** Why `file` may not ask for anything in `meta`, or null. A transaction asks for each value once. */
function refuseMeta(file: string, method: string): string | null {
  if (file === metaFile || method === 'count') return null;
  return `only ${metaFile} reads and writes meta: call a function of its`;
}

/** Why `file` may not write into this table, or null. */
function refuseWrite(file: string, table: string): string | null {
  if (file.startsWith('src/store/')) return readingRooms.test(file) ? `${file} only reads: a command writes` : null;
  if (!file.startsWith('sync/')) return 'only commands write: call one of src/store/commands';
  return writers[file]?.includes(table) ? null : `sync writes ${table} only where tests/lint/table-writers.ts names it`;
}

const isMember = (node: Node): node is Member => node.type === 'MemberExpression';
const isCall = (node: Node): node is Call => node.type === 'CallExpression';

function isDatabase(node: Node): boolean {
  const named: Named = isMember(node) ? node.property : node;
  return named.name === 'db' || named.name === 'database';
}

/** The table whose method this is: `db.outbox` of `db.outbox.get`. */
function directTableOf(node: Node): string {
  return isMember(node) && isDatabase(node.object) ? (node.property.name ?? '') : '';
}

/** Why `file` may not call this method on a table, as the chain of calls before it says, or null. */
function refuseCall(file: string, object: Node, method: string): string | null {
  const direct = directTableOf(object);
  if (direct === 'meta') return refuseMeta(file, method);
  const ofBases = BASES.includes(direct) ? refuseBases(file, method) : null;
  if (ofBases !== null || ![...WRITES, ...BULK_WRITES].includes(method)) return ofBases;
  const table = tableOf(object);
  return table === null ? null : refuseWrite(file, table);
}

/** The table that a chain of calls such as `db.outbox.where(…).modify` begins with. */
function tableOf(node: Node): string | null {
  if (isCall(node)) return tableOf(node.callee);
  if (!isMember(node)) return null;
  const name = node.property.name ?? '';
  if (isDatabase(node.object)) return node.computed ? 'table' : TABLES.includes(name) ? name : null;
  return tableOf(node.object);
}

const rule = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    if (tests.test(file) || !/^(src|sync)\//.test(file)) return {};
    const report = (node: Node, message: string | null) => {
      if (message !== null) context.report({ node, message });
    };
    return {
      MemberExpression(node: Member) {
        if (!node.computed && isDatabase(node.object)) report(node, refuseLedger(file, node.property.name ?? ''));
      },
      VariableDeclarator({ id, init }: Declarator) {
        if (!init || !isDatabase(init)) return;
        for (const one of id.properties ?? []) {
          if (TABLES.includes(one.key?.name ?? '')) report(one, 'name the database with each table: db.outbox');
        }
      },
      CallExpression(node: Call) {
        if (META_WRITES.includes(node.callee.name ?? '')) report(node, refuseWrite(file, 'meta'));
        if (!isMember(node.callee)) return;
        const { object, property } = node.callee;
        const [first] = node.arguments;
        if (property.name === 'table' && isDatabase(object)) report(node, refuseLedger(file, String(first?.value)));
        report(node, refuseCall(file, object, property.name ?? ''));
      },
    };
  },
};

export default { meta: { name: 'carryover-tables' }, rules: { writers: rule } };
