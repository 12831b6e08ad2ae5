import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { locateBinaries } from '../src/postgres/embedded/binaries.ts'
import {
  asUser,
  copyDataFolder,
  findPostgresPid,
  IS_ROOT,
  isAlive,
  isResponding,
  type Program,
  querySocket,
  runToEnd,
  startAndStop,
  startProgram,
  until,
} from './program.ts'
import { createScratchFolder } from './scratch-folder.ts'

const scratch = createScratchFolder('memory')
const TEMPLATE = join(scratch.path, 'template')
let copies = 0

beforeAll(() => startAndStop({ dataFolder: TEMPLATE }), 60_000)
afterAll(() => scratch[Symbol.dispose](), 60_000)

/** A data folder with a migrated database, after a clean stop. */
function createDataFolder(): string {
  copies += 1
  const dataFolder = join(scratch.path, `copy-${copies}`)
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }))
  return copyDataFolder(TEMPLATE, dataFolder)
}

async function startReady(dataFolder: string): Promise<Program> {
  const program = await startProgram({ dataFolder })
  await program.ready()
  return program
}

async function stopInOrder(program: Program): Promise<void> {
  program.signal('SIGTERM')
  expect(await program.ended()).toBe(0)
}

test('ends PostgreSQL after kill -9 of the process without losing commits', async () => {
  const dataFolder = createDataFolder()
  const first = await startReady(dataFolder)
  const postgresPid = findPostgresPid(dataFolder) ?? 0
  await querySocket(dataFolder, 'create table kept (id int)')
  await querySocket(dataFolder, 'insert into kept values (7)')
  first.signal('SIGKILL')
  await until(() => !isAlive(postgresPid))

  await using second = await startReady(dataFolder)
  expect(await querySocket(dataFolder, 'select id from kept')).toEqual([{ id: 7 }])
  await stopInOrder(second)
})

test('starts right after kill -9, while the old server is still shutting down', async () => {
  const dataFolder = createDataFolder()
  const first = await startReady(dataFolder)
  first.signal('SIGKILL')
  await first.ended()
  await using second = await startReady(dataFolder)
  expect(await isResponding(second)).toBe(true)
  await stopInOrder(second)
})

test('logs and restarts PostgreSQL when it is killed', async () => {
  const dataFolder = createDataFolder()
  await using program = await startReady(dataFolder)
  await querySocket(dataFolder, 'create table kept (id int)')
  const before = findPostgresPid(dataFolder) ?? 0
  process.kill(before, 'SIGKILL')
  await until(() => ![undefined, before].includes(findPostgresPid(dataFolder)))
  await until(() =>
    querySocket(dataFolder, 'select id from kept')
      .then(() => true)
      .catch(() => false),
  )
  expect(program.stderr()).toContain('PostgreSQL ended unexpectedly')
  await stopInOrder(program)
})

test('exits with status 1 and the reason when PostgreSQL cannot come back', async () => {
  const dataFolder = createDataFolder()
  await using program = await startReady(dataFolder)
  writeFileSync(join(dataFolder, 'pg/postgresql.auto.conf'), 'no_such_setting = 1\n')
  process.kill(findPostgresPid(dataFolder) ?? 0, 'SIGKILL')
  expect(await program.ended()).toBe(1)
  expect(program.stderr()).toMatch(/PostgreSQL cannot start: .*configuration/)
})

test('starts with a pid file that names a zombie after kill -9 of both', async () => {
  const dataFolder = createDataFolder()
  const first = await startReady(dataFolder)
  const postgresPid = findPostgresPid(dataFolder) ?? 0
  first.signal('SIGSTOP') // Otherwise it would start the server again.
  process.kill(postgresPid, 'SIGKILL')
  first.signal('SIGKILL')
  await first.ended()
  const zombie = await createZombie('postgres')
  namePidFile(dataFolder, zombie.pid)

  await using second = await startReady(dataFolder)
  expect(await isResponding(second)).toBe(true)
  await stopInOrder(second)
  zombie.end()
})

test('starts with a pid file that names another living process, and leaves that process alone', async () => {
  const dataFolder = createDataFolder()
  const bystander = spawn('sleep', ['60'])
  namePidFile(dataFolder, bystander.pid ?? 0)
  await using program = await startReady(dataFolder)
  expect(isAlive(bystander.pid ?? 0)).toBe(true)
  await stopInOrder(program)
  bystander.kill()
})

test('stops a PostgreSQL server that was left running on the folder', async () => {
  const dataFolder = createDataFolder()
  const orphan = startOrphan(dataFolder)
  await until(() => findPostgresPid(dataFolder) === orphan.pid && existsSync(join(dataFolder, 'run/.s.PGSQL.5432')))
  await using program = await startReady(dataFolder)
  expect(program.stderr()).toContain(`left behind (process ${orphan.pid})`)
  await until(() => orphan.exitCode !== null)
  await stopInOrder(program)
})

test('rejects a second instance on the folder with the reason, while the first continues', async () => {
  const dataFolder = createDataFolder()
  await using first = await startReady(dataFolder)
  const second = await runToEnd({ dataFolder })
  expect(second.status).toBe(1)
  expect(second.stderr).toBe(
    `${dataFolder}/pg is in use by another running instance (process ${first.pid}). Stop it first, or set DATA_DIR to another folder.\n`,
  )
  expect(await isResponding(first)).toBe(true)
  expect(await querySocket(dataFolder, 'select 1 as one')).toEqual([{ one: 1 }])
  await stopInOrder(first)
})

test('shuts down on SIGTERM within three seconds', { retry: 2 }, async () => {
  const dataFolder = createDataFolder()
  await using program = await startReady(dataFolder)
  await isResponding(program)
  const start = performance.now()
  await stopInOrder(program)
  expect(performance.now() - start).toBeLessThan(3000)
  expect(findPostgresPid(dataFolder)).toBeUndefined()
  expect(program.stderr()).not.toContain('unexpectedly')
})

test('shuts down when Ctrl-C reaches the whole process group', async () => {
  const dataFolder = createDataFolder()
  await using program = await startReady(dataFolder)
  process.kill(-program.pid, 'SIGINT')
  expect(await program.ended()).toBe(0)
  expect(findPostgresPid(dataFolder)).toBeUndefined()
})

test('recovers from kill -9 during the very first start', async () => {
  const dataFolder = join(scratch.path, 'first')
  const first = await startProgram({ dataFolder })
  await until(() => globSync(join(dataFolder, 'pg.new-*/base')).length > 0)
  first.signal('SIGKILL')
  await first.ended()
  await using second = await startReady(dataFolder)
  expect(await isResponding(second)).toBe(true)
  expect(globSync(join(dataFolder, 'pg.new-*'))).toEqual([])
  await stopInOrder(second)
})

/** Writes a pid file as the server does, with another process in its first line. */
function namePidFile(dataFolder: string, pid: number): void {
  const lines = [pid, join(dataFolder, 'pg'), 1_700_000_000, 5432, join(dataFolder, 'run'), '', '  0  0', 'ready   ']
  writeFileSync(join(dataFolder, 'pg/postmaster.pid'), `${lines.join('\n')}\n`)
}

/** Creates a dead process that is never reaped, because its parent ignores its children. */
async function createZombie(name: string): Promise<{ pid: number; end: () => void }> {
  const { path: folder } = createScratchFolder() // On disk: programs in memory folders may be forbidden.
  copyFileSync('/bin/sleep', join(folder, name))
  const parent = spawn('sh', ['-c', `${folder}/${name} 0.3 & echo $! > ${folder}/pid; exec sleep 60`])
  await until(() => existsSync(join(folder, 'pid')) && /^\d+\n/.test(readFileSync(join(folder, 'pid'), 'utf8')))
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
  return { pid, end: () => parent.kill() && rmSync(folder, { recursive: true }) }
}

/** Starts a server that does not end with its parent. */
function startOrphan(dataFolder: string) {
  const { uid } = statSync(join(dataFolder, 'pg'))
  const program = join(locateBinaries(), 'bin/postgres')
  const args = ['-D', join(dataFolder, 'pg'), '-k', join(dataFolder, 'run'), '-c', 'listen_addresses=']
  const capability = '-all,+dac_override'
  const [setpriv = '', ...flags] = asUser(uid)
  const caps = ['--securebits=+no_setuid_fixup', `--inh-caps=${capability}`, `--ambient-caps=${capability}`]
  return IS_ROOT ? spawn(setpriv, [...flags, ...caps, program, ...args]) : spawn(program, args)
}
