import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../src/postgres/connections/open-pool.ts'
import { startEmbeddedPostgres } from '../src/postgres/embedded/start.ts'
import { findFreePort } from './find-free-port.ts'
import { copyDataFolder, findPostgresPid, type Program, runToEnd, startAndStop, startProgram } from './program.ts'
import { createScratchFolder } from './scratch-folder.ts'

const scratch = createScratchFolder('memory')
const TEMPLATE = join(scratch.path, 'template')
let copies = 0

beforeAll(() => startAndStop({ dataFolder: TEMPLATE }), 60_000)
afterAll(() => scratch[Symbol.dispose](), 60_000)

function createPlace(): string {
  copies += 1
  const place = join(scratch.path, `place-${copies}`)
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }))
  return place
}

function createDataFolder(): string {
  return copyDataFolder(TEMPLATE, createPlace())
}

test('reports a port in use and stops the PostgreSQL it started', async () => {
  const dataFolder = createDataFolder()
  const other = createServer()
  const port = await findFreePort()
  await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening))
  const { status, stderr } = await runToEnd({ dataFolder, port })
  other.close()
  expect(status).toBe(1)
  expect(stderr).toBe(`Port ${port} is already in use by another program. Stop it, or set PORT to another one.\n`)
  expect(findPostgresPid(dataFolder)).toBeUndefined()
})

test('reports an address that this machine does not have', async () => {
  const { status, stderr } = await runToEnd({ dataFolder: createDataFolder(), environment: { HOST: '192.0.2.1' } })
  expect(status).toBe(1)
  expect(stderr).toBe('This machine has no address 192.0.2.1. Set HOST to one that it has.\n')
})

test.each([
  ['PORT', 'http', 'must be a port number'],
  ['PORT', '70000', 'must be a port number'],
  ['SITE_URL', 'spots.example.org', 'must be a URL such as https://spots.example.org'],
  ['API_EXTERNAL_URL', 'ftp://spots.example.org', 'must begin with http:// or https://'],
  ['DATABASE_URL', 'mysql://localhost', 'must begin with postgres://'],
  [
    'DATABASE_URL',
    'postgres://spots:50%off@localhost/spots',
    'must be a URL in which special characters of user name and password are percent-encoded',
  ],
  ['LOG_LEVEL', 'loud', 'must be debug, info, warn or error'],
  ['JWT_SECRET', 'short', 'must have at least 32 characters'],
  ['JWT_KEYS', '{', 'must be JSON'],
  ['SUPABASE_SECRET_KEY', 'secret', 'must begin with sb_secret_'],
])('rejects the setting %s=%s with the reason', async (name, value, reason) => {
  const { status, stderr } = await runToEnd({ dataFolder: createPlace(), environment: { [name]: value } })
  expect(status).toBe(1)
  expect(stderr).toBe(`Invalid settings:\n  ${name}: ${reason}\n`)
})

test.each([
  ['GOTRUE_JWT_EXP', 'soon', 'must be a whole number'],
  ['PGRST_DB_POOL', 'many', 'must be a whole number of at least 1'],
  ['STORAGE_FILE_SIZE_LIMIT', 'huge', 'must be a number of bytes, or a number with b, kb, mb or gb such as 50mb'],
])('aborts the start and stops the database for the setting %s=%s of a service', async (name, value, reason) => {
  const dataFolder = createDataFolder()
  const { status, stderr } = await runToEnd({ dataFolder, environment: { [name]: value } })
  expect(status).toBe(1)
  expect(stderr).toContain(`Invalid settings:\n  ${name}: ${reason}\n`)
  expect(stderr).not.toContain('    at ')
  expect(findPostgresPid(dataFolder)).toBeUndefined()
})

test('shows the stack of an error at LOG_LEVEL=debug only', async () => {
  const environment = { HOST: '192.0.2.1' }
  const quiet = await runToEnd({ dataFolder: createDataFolder(), environment })
  expect(quiet.stderr).not.toContain('    at ')
  const loud = await runToEnd({ dataFolder: createDataFolder(), environment: { ...environment, LOG_LEVEL: 'debug' } })
  expect(loud.stderr).toContain('    at ')
})

test('reports an unreachable database without its password', async () => {
  const port = await findFreePort()
  const environment = { DATABASE_URL: `postgres://spots:s3cret@127.0.0.1:${port}/spots` }
  const { status, stderr } = await runToEnd({ dataFolder: createPlace(), environment })
  expect(status).toBe(1)
  expect(stderr).toContain(
    `The database of DATABASE_URL (spots on 127.0.0.1:${port}) cannot be used: connect ECONNREFUSED`,
  )
  expect(stderr).not.toContain('s3cret')
})

test('lets two processes that start at the same time on one new database agree on its keys', async () => {
  await using server = await startTcpServer()
  const programs = await Promise.all([1, 2, 3].map(() => startOn(server.url)))
  for (const program of programs) await program.ready()
  const keys = await Promise.all(programs.map(listKeys))
  expect(keys[0]).toHaveLength(1)
  expect(keys[1]).toEqual(keys[0])
  expect(keys[2]).toEqual(keys[0])
  for (const program of programs) {
    program.signal('SIGTERM')
    expect(await program.ended()).toBe(0)
  }
  expect(await serviceLoginsWork(server.url)).toBe(true)
})

test('keeps the keys when an embedded installation moves to its own database', async () => {
  await using server = await startTcpServer()
  const dataFolder = createDataFolder()
  await using embedded = await startProgram({ dataFolder })
  await embedded.ready()
  const before = await listKeys(embedded)
  embedded.signal('SIGTERM')
  await embedded.ended()
  await using moved = await startOn(server.url, dataFolder)
  await moved.ready()
  expect(await listKeys(moved)).toEqual(before)
})

test('keeps the stored secrets out of reach of every API role', async () => {
  await using server = await startTcpServer()
  await using program = await startOn(server.url)
  await program.ready()
  const sql = openPool({ url: server.url }, { max: 1 })
  for (const role of ['anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin']) {
    const attempt = sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${role}`)
      await tx`select secrets from supabase_migrations.installation_secrets`
    })
    await expect(attempt).rejects.toMatchObject({ code: '42501' })
  }
  await sql.end()
})

async function startOn(databaseUrl: string, dataFolder = createPlace()): Promise<Program> {
  return startProgram({ dataFolder, environment: { DATABASE_URL: databaseUrl } })
}

async function listKeys(program: Program): Promise<unknown[]> {
  const response = await fetch(`${program.url}/auth/v1/.well-known/jwks.json`)
  return ((await response.json()) as { keys: unknown[] }).keys
}

/** Returns true when the API login exists and may become anon. */
async function serviceLoginsWork(databaseUrl: string): Promise<boolean> {
  const sql = openPool({ url: databaseUrl }, { max: 1 }, { user: 'authenticator' })
  const rows = await sql.begin(async (tx) => {
    await tx`set local role anon`
    return tx<{ name: string }[]>`select current_user as name`
  })
  await sql.end()
  return rows[0]?.name === 'anon'
}

/** Starts an independent server, as an operator has it: over TCP, without our tables. */
async function startTcpServer(): Promise<{ url: string } & AsyncDisposable> {
  const port = await findFreePort()
  const server = await startEmbeddedPostgres(join(createPlace(), 'pg'), {
    settings: { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off' },
  })
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, [Symbol.asyncDispose]: () => server.stop() }
}
