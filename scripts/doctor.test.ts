import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../backend/test/compile-cache.ts'
import { findFreePort } from '../backend/test/find-free-port.ts'
import { createScratchFolder, querySocket, startProgram } from '../backend/test/program.ts'
import { fillDemo } from '../supabase/seed/seed-demo.ts'

const DOCTOR = join(import.meta.dirname, 'doctor.ts')

/** A whole installation, as an operator has it, with the demo in it. */
let site: Site

interface Site extends AsyncDisposable {
  url: string
  keys: { publishableKey: string; secretKey: string }
  /** Runs SQL as the owner of the database. */
  change(sql: string): Promise<unknown>
  /** Runs the command; with arguments it is told an address and a key. */
  consult(args?: string[]): Promise<{ status: number; output: string }>
}

beforeAll(async () => {
  site = await startSite()
}, 120_000)
afterAll(() => site[Symbol.asyncDispose]())

async function startSite(): Promise<Site> {
  await using started = new AsyncDisposableStack()
  const dataFolder = join(started.use(createScratchFolder('memory')).path, 'data')
  const port = await findFreePort()
  const program = started.use(await startProgram({ dataFolder, port }))
  await program.ready()
  const keys = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8'))
  const { url } = program
  await fillDemo(createClient(url, keys.secretKey, { auth: { persistSession: false } }), () => undefined)
  const running = started.move()
  return {
    url,
    keys,
    change: (sql) => querySocket(dataFolder, sql),
    consult: (args = []) => consult(args, { DATA_DIR: dataFolder, PORT: String(port) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function consult(args: string[], environment: Record<string, string>): Promise<{ status: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [DOCTOR, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr })
    })
  })
}

test('nothing is open that should not be', async () => {
  const { status, output } = await site.consult()
  expect(output).toContain('Verdict: sound. Nothing is open that should not be.')
  expect(output).not.toMatch(/^(OPEN|NOTE) /m)
  expect(output).toMatch(/asked [1-9]\d\d+ times as a visitor, [1-9]\d\d+ as a new member/)
  expect(status).toBe(0)
}, 120_000)

/** What is opened, how it is closed again, and what the doctor says of it. */
const HOLES: [open: string, close: string, words: string][] = [
  [
    'create table public.notes_of_the_operator (id int, words text); grant select on public.notes_of_the_operator to anon',
    'drop table public.notes_of_the_operator',
    'Anybody with the public key can read notes_of_the_operator.',
  ],
  [
    'create view public.addresses as select email from public.users; grant select on public.addresses to authenticated',
    'drop view public.addresses',
    'Any new member can read addresses.',
  ],
  [
    'grant update (body) on public.comments to anon',
    'revoke update (body) on public.comments from anon',
    'Anybody with the public key has the right to update on comments; at best row rules hold it back.',
  ],
  [
    'create policy "a hole" on public.spots for update to authenticated using (true)',
    'drop policy "a hole" on public.spots',
    'Any new member can update rows of spots that belong to others.',
  ],
  [
    'create policy "a hole" on public.comments for insert to authenticated with check (true)',
    'drop policy "a hole" on public.comments',
    'Any new member can add rows to comments in the name of somebody else.',
  ],
  [
    'create policy "a hole" on public.users for select to authenticated using (true)',
    'drop policy "a hole" on public.users',
    'Any new member can read rows of users that are hidden: id=neq.',
  ],
  [
    `create function public.count_accounts() returns bigint language sql security definer return (select count(*) from auth.users);
    grant execute on function public.count_accounts() to anon`,
    'drop function public.count_accounts()',
    'Anybody with the public key can call the function count_accounts.',
  ],
  [
    `create table public.members_alone (id int); revoke all on public.members_alone from service_role;
    grant select on public.members_alone to authenticated`,
    'drop table public.members_alone',
    'Any new member can read members_alone.',
  ],
  [
    `create function public.strangers_alone() returns integer language sql return 1;
    revoke execute on function public.strangers_alone() from public, service_role; grant execute on function public.strangers_alone() to anon`,
    'drop function public.strangers_alone()',
    'Anybody with the public key can call the function strangers_alone.',
  ],
  [
    "update storage.buckets set public = true where id = 'photos'",
    "update storage.buckets set public = false where id = 'photos'",
    'The bucket photos is public and should be private.',
  ],
  [
    'create policy "a hole" on storage.objects for all to anon using (true) with check (true)',
    'drop policy "a hole" on storage.objects',
    'Anybody with the public key can put files into any folder of bucket photos.',
  ],
]

test('each of many doors is noticed, with its remedy, and exit status 1', async () => {
  for (const [open] of HOLES) await site.change(open)
  try {
    const { status, output } = await site.consult()
    for (const [, , words] of HOLES) expect(output).toContain(`OPEN  ${words}`)
    expect(output).toContain('revoke select on public.notes_of_the_operator from anon')
    expect(output).toMatch(/Verdict: \d+ doors are open that should be closed\.\n$/)
    expect(status).toBe(1)
  } finally {
    for (const [, close] of HOLES) await site.change(close)
  }
}, 120_000)

test('the doctor leaves nothing behind and changes nothing', async () => {
  const look = () =>
    site.change(`select (select count(*) from auth.users) as accounts, (select count(*) from storage.objects) as files,
      (select count(*) from storage.buckets) as buckets, (select count(*) from public.comments) as comments,
      (select md5(string_agg(to_jsonb(s)::text, '' order by id)) from public.spots s) as spots`)
  const before = await look()
  expect((await site.consult()).status).toBe(0)
  expect(await look()).toEqual(before)
}, 120_000)

test('with an address and a public key alone it looks as a stranger, and says what it could not try', async () => {
  const { status, output } = await site.consult([site.url, site.keys.publishableKey])
  expect(output).toContain('NOTE  Without the secret key')
  expect(output).toContain('Verdict: sound.')
  expect(status).toBe(0)
  expect((await site.consult(['http://127.0.0.1:9', site.keys.publishableKey])).status).toBe(2)
}, 120_000)
