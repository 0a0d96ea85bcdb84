/** The program outlives a connection to the database that breaks while it opens. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Speaks just enough of PostgreSQL's protocol to say that it is ready. It breaks the connection at the first query. */
const server = createServer((socket: Socket) => {
  socket.once('data', () => {
    socket.write(Buffer.from([...message('R', [0, 0, 0, 0]), ...message('Z', ['I'.charCodeAt(0)])]));
    socket.once('data', () => socket.resetAndDestroy());
  });
  socket.on('error', () => {});
});

function message(type: string, body: readonly number[]): number[] {
  return [type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body];
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Runs the code in a process of its own, where `ask` asks the database and `outliveLostConnections` is at hand. */
async function run(code: string): Promise<string> {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  const there = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);
  const program = `
    import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    import { outliveLostConnections } from ${there('supabase/embedded/postgres/lost-connections.ts')};
    const sql = postgres({ host: '127.0.0.1', port: ${port}, user: 'x', max: 1 });
    const ask = () => sql\`select 1\`.catch(({ code }) => code);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out || problems;
}

test('a connection that breaks while it opens is logged, and what asked for it is told', async () => {
  const said = await run(`
    outliveLostConnections((event, fields) => console.log(event, fields.code));
    console.log('answer', await ask());
    setTimeout(() => { console.log('goes on'); process.exit(0); }, 500);`);
  expect(said.trim().split('\n').toSorted()).toEqual([
    'answer ECONNRESET',
    'database.connection_lost ECONNRESET',
    'goes on',
  ]);
});

test('another rejection that nobody catches ends the process', async () => {
  const said = await run(`
    outliveLostConnections(() => console.log('outlived'));
    void Promise.reject(new Error('a defect'));
    setTimeout(() => console.log('goes on'), 500);`);
  expect(said).toContain('Error: a defect');
});
