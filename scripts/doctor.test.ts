import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { COMPILE_CACHE } from '../backend/test/compile-cache.ts'
import { findFreePort } from '../backend/test/find-free-port.ts'
import { querySocket, startProgram } from '../backend/test/program.ts'
import { createScratchFolder } from '../backend/test/scratch-folder.ts'
import { fillDemo } from '../supabase/seed/seed-demo.ts'

const DOCTOR = join(import.meta.dirname, 'doctor.ts')

/** A whole installation with the demo content. */
let site: Site

interface Site extends AsyncDisposable {
  url: string
  keys: { publishableKey: string; secretKey: string }
  /** Runs SQL as the owner of the database. */
  change(sql: string): Promise<unknown>
  /** Runs the command, optionally with a URL and a key as arguments. */
  runDoctor(args?: string[]): Promise<{ status: number; output: string }>
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
    runDoctor: (args = []) => runDoctor(args, { DATA_DIR: dataFolder, PORT: String(port) }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function runDoctor(args: string[], environment: Record<string, string>): Promise<{ status: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [DOCTOR, ...args], { env }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr })
    })
  })
}

// A run takes seconds, so each test checks several rules.
test('finds no problems in a fresh installation and changes nothing', async () => {
  const snapshot = () =>
    site.change(`select (select count(*) from auth.users) as accounts, (select count(*) from storage.objects) as files,
      (select count(*) from storage.buckets) as buckets, (select count(*) from public.comments) as comments,
      (select md5(string_agg(to_jsonb(s)::text, '' order by id)) from public.spots s) as spots`)
  const before = await snapshot()
  const { status, output } = await site.runDoctor()
  expect(output).toContain('Result: no problems found.')
  const notes = output.match(/^(PROBLEM|NOTE) .*$/gm)
  expect(notes).toEqual([expect.stringContaining('npm run map -- extract')])
  expect(output).toMatch(/ [1-9]\d\d+ requests as a visitor, [1-9]\d\d+ as a new member/)
  expect(status).toBe(0)
  expect(await snapshot()).toEqual(before)
}, 120_000)

/** A change that grants access, the statement that reverts it, and the expected message. */
const PROBLEMS: [open: string, close: string, message: string][] = [
  [
    'create table public.notes_of_the_operator (id int, words text); grant select on public.notes_of_the_operator to anon',
    'drop table public.notes_of_the_operator',
    'Anyone with the public key can read notes_of_the_operator.',
  ],
  [
    'create view public.addresses as select email from public.users; grant select on public.addresses to authenticated',
    'drop view public.addresses',
    'Any new member can read addresses.',
  ],
  [
    'grant update (body) on public.comments to anon',
    'revoke update (body) on public.comments from anon',
    'Anyone with the public key has the right to update on comments. At best, RLS policies prevent it.',
  ],
  [
    'create policy "too permissive" on public.spots for update to authenticated using (true)',
    'drop policy "too permissive" on public.spots',
    'Any new member can update rows of spots that belong to others.',
  ],
  [
    'create policy "too permissive" on public.comments for insert to authenticated with check (true)',
    'drop policy "too permissive" on public.comments',
    'Any new member can add rows to comments in the name of someone else.',
  ],
  [
    'create policy "too permissive" on public.users for select to authenticated using (true)',
    'drop policy "too permissive" on public.users',
    'Any new member can read hidden rows of users: id=neq.',
  ],
  [
    `create function public.count_accounts() returns bigint language sql security definer return (select count(*) from auth.users);
    grant execute on function public.count_accounts() to anon`,
    'drop function public.count_accounts()',
    'Anyone with the public key can call the function count_accounts.',
  ],
  [
    `create table public.members_only (id int); revoke all on public.members_only from service_role;
    grant select on public.members_only to authenticated`,
    'drop table public.members_only',
    'Any new member can read members_only.',
  ],
  [
    `create function public.visitors_only() returns integer language sql return 1;
    revoke execute on function public.visitors_only() from public, service_role; grant execute on function public.visitors_only() to anon`,
    'drop function public.visitors_only()',
    'Anyone with the public key can call the function visitors_only.',
  ],
  [
    "update storage.buckets set public = true where id = 'photos'",
    "update storage.buckets set public = false where id = 'photos'",
    'The bucket photos is public and should be private.',
  ],
  [
    'create policy "too permissive" on storage.objects for all to anon using (true) with check (true)',
    'drop policy "too permissive" on storage.objects',
    'Anyone with the public key can upload files to any folder of bucket photos.',
  ],
]

const LOST = 'b8c1ff3e-0000-4000-8000-000000000000/b8c1ff3e-0000-4000-8000-000000000001'
const CREATE_LOST = `
  insert into storage.objects (bucket_id, name, created_at) values ('photos', '${LOST}/1.webp', now() - interval '2 hours');
  insert into public.photos (storage_path, width, height, created_at) values ('${LOST}-lost', 1, 1, now() - interval '2 hours');
  insert into private.file_deletions (bucket_id, name, queued_at) values ('photos', 'queued', now() - interval '2 hours')`
const DELETE_LOST = `
  set local storage.allow_delete_query = 'true'; delete from storage.objects where name like '${LOST}%';
  delete from public.photos where storage_path like '${LOST}%'; delete from private.file_deletions`

/**
 * Waits until the data service has loaded the objects that the test creates. It reloads its schema after a change is
 * committed, and knows all objects once it knows the last one.
 */
async function waitForSchema(): Promise<void> {
  const headers = { apikey: site.keys.publishableKey }
  const find = async () => (await fetch(`${site.url}/rest/v1/rpc/visitors_only`, { headers })).status
  await vi.waitFor(async () => expect(await find()).toBe(200), { timeout: 60_000, interval: 250 })
}

test('reports open access, files without rows, photos without files and a stuck queue, each with its fix', async () => {
  for (const open of [CREATE_LOST, ...PROBLEMS.map(([open]) => open)]) await site.change(open)
  try {
    await waitForSchema()
    const { status, output } = await site.runDoctor()
    for (const [, , message] of PROBLEMS) expect(output).toContain(`PROBLEM  ${message}`)
    expect(output).toContain('revoke select on public.notes_of_the_operator from anon')
    expect(output).toContain('PROBLEM  Files that nothing has used for over an hour: 1.')
    expect(output).toContain('PROBLEM  Photos without files: 1.')
    expect(output).toMatch(/PROBLEM {2}Files have waited for deletion since \d{4}-/)
    expect(output).toContain('npm run admin -- clean-files')
    expect(output).toMatch(/^Files that wait for deletion: 1, the oldest since \d{4}-/m)
    expect(output).toMatch(/Result: \d+ problems found\.\n$/)
    expect(status).toBe(1)
  } finally {
    for (const close of [...PROBLEMS.map(([, close]) => close), DELETE_LOST]) await site.change(close)
  }
}, 120_000)

test('checks as an anonymous client with a URL and a public key, and reports skipped checks', async () => {
  const { status, output } = await site.runDoctor([site.url, site.keys.publishableKey])
  expect(output).toContain('NOTE  Without the secret key')
  expect(output).toContain('Result: no problems found.')
  expect(status).toBe(0)
  expect((await site.runDoctor(['http://127.0.0.1:9', site.keys.publishableKey])).status).toBe(2)
}, 120_000)

test('asks for the public key of another installation, and says when that cannot be reached', async () => {
  expect(await site.runDoctor([site.url])).toEqual({
    status: 2,
    output: expect.stringContaining('The check failed: give the public key as well: npm run doctor -- https://'),
  })
  expect(await site.runDoctor(['http://127.0.0.1:1', site.keys.publishableKey])).toEqual({
    status: 2,
    output: expect.stringContaining('The check failed: http://127.0.0.1:1 cannot be reached.'),
  })
})
