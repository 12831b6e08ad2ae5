import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { locateBinaries } from '../src/postgres/embedded/binaries.ts'
import {
  asUser,
  canMount,
  canRunAs,
  copyDataFolder,
  findPostgresPid,
  IS_ROOT,
  isResponding,
  MAIN,
  type ProgramOptions,
  runToEnd,
  startAndStop,
  startProgram,
  withMounts,
} from './program.ts'
import { createScratchFolder } from './scratch-folder.ts'

/** The user `nobody` of every Linux. */
const NOBODY = 65_534
const PROJECT = resolve(import.meta.dirname, '../..')
const needsRoot = 'needs root'
const needsMounts = 'needs the right to make mounts'

const scratch = createScratchFolder('memory')
const TEMPLATE = join(scratch.path, 'template')
const mounts = canMount()
const otherUser = canRunAs(NOBODY)
let copies = 0

beforeAll(() => startAndStop({ dataFolder: TEMPLATE }), 60_000)
afterAll(() => scratch[Symbol.dispose](), 60_000)

/** Returns a path in a new folder, where a data folder may be created. */
function createPlace(): string {
  copies += 1
  const place = join(scratch.path, `place-${copies}`)
  mkdirSync(place)
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }))
  return join(place, 'data')
}

function createDataFolder(): string {
  return copyDataFolder(TEMPLATE, createPlace())
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** Starts the program, checks that it responds, inspects it while it runs, and stops it. */
async function expectToWork(options: ProgramOptions, look = () => {}): Promise<void> {
  await using program = await startProgram(options)
  await program.ready()
  expect(await isResponding(program)).toBe(true)
  look()
  program.signal('SIGTERM')
  expect(await program.ended()).toBe(0)
}

/** Closes everything below to other users, except for root's search permission. */
function openToOthers(): void {
  chmodSync(scratch.path, 0o711)
}

test('creates the data folder with mode 0700 and narrows a wider one', async () => {
  expect(modeOf(TEMPLATE)).toBe('700')
  const dataFolder = createDataFolder()
  for (const name of ['', 'pg', 'run']) chmodSync(join(dataFolder, name), 0o755)
  await expectToWork({ dataFolder }, () => {
    for (const name of ['', 'pg', 'run']) expect(modeOf(join(dataFolder, name))).toBe('700')
  })
})

test('keeps the mode of a folder with other content', async () => {
  const dataFolder = createPlace()
  mkdirSync(dataFolder, { mode: 0o755 })
  writeFileSync(join(dataFolder, 'somebody-elses.txt'), '')
  await expectToWork({ dataFolder })
  expect(modeOf(dataFolder)).toBe('755')
})

test('starts below a folder that only this user may enter', async () => {
  const dataFolder = createPlace()
  chmodSync(dirname(dataFolder), 0o700)
  await expectToWork({ dataFolder })
})

test('starts in a data folder behind a symbolic link', async () => {
  const dataFolder = createDataFolder()
  const link = `${dataFolder}-link`
  spawnSync('ln', ['-s', dataFolder, link])
  await expectToWork({ dataFolder: link })
})

test('starts when the path is too long for a socket address', async () => {
  const place = join(dirname(createPlace()), 'a-folder-with-quite-a-long-name-'.repeat(3))
  mkdirSync(place)
  await expectToWork({ dataFolder: copyDataFolder(TEMPLATE, join(place, 'data')) })
})

test('runs PostgreSQL as the user postgres when started by root', async (context) => {
  if (!IS_ROOT) context.skip(needsRoot)
  const postgres = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout)
  const dataFolder = createDataFolder()
  await expectToWork({ dataFolder }, () => {
    expect(statSync(`/proc/${findPostgresPid(dataFolder)}`).uid).toBe(postgres)
  })
})

test('drops root privileges, and lets root use the data folder later', async (context) => {
  if (!otherUser) context.skip('needs root and a clone that others may read')
  openToOthers()
  const dataFolder = createPlace()
  chownSync(dirname(dataFolder), NOBODY, NOBODY)
  const lookAtOwner = () => expect(statSync(`/proc/${findPostgresPid(dataFolder)}`).uid).toBe(NOBODY)
  await expectToWork({ dataFolder, prefix: asUser(NOBODY) }, lookAtOwner)
  await expectToWork({ dataFolder }, lookAtOwner)
  await expectToWork({ dataFolder, prefix: asUser(NOBODY) }, lookAtOwner)
})

test("explains that another user may not use root's data", async (context) => {
  if (!otherUser) context.skip('needs root and a clone that others may read')
  openToOthers()
  const dataFolder = createDataFolder()
  const { status, stderr } = await runToEnd({ dataFolder, prefix: asUser(NOBODY) })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `The data folder ${dataFolder} cannot be used: this user may not write there. Fix this or set DATA_DIR.\n`,
  )
})

test('starts from a clone that only root may enter', async (context) => {
  if (!mounts) context.skip(needsMounts)
  const dataFolder = createDataFolder()
  const closed = join(dirname(dataFolder), 'closed')
  mkdirSync(join(closed, 'clone'), { recursive: true, mode: 0o700 })
  const prefix = withMounts(`mount --bind ${PROJECT} ${closed}/clone`)
  await expectToWork({ dataFolder, prefix, main: MAIN.replace(PROJECT, `${closed}/clone`) })
})

test('creates library links that a skipped install script left out', async (context) => {
  if (!mounts) context.skip(needsMounts)
  const dataFolder = createDataFolder()
  const packageFolder = dirname(locateBinaries())
  using folder = createScratchFolder() // On disk: programs in memory folders may be forbidden.
  const copy = join(folder.path, 'package')
  spawnSync('cp', ['-a', packageFolder, copy])
  const links = spawnSync('find', [join(copy, 'native/lib'), '-type', 'l'], { encoding: 'utf8' }).stdout.trim()
  for (const link of links.split('\n')) rmSync(link)
  const prefix = withMounts(`mount --bind ${copy} ${packageFolder}`)
  await expectToWork({ dataFolder, prefix })
  for (const link of links.split('\n')) expect(statSync(link).isFile()).toBe(true)
})

test('reports a data folder that is not writable, with the reason', async (context) => {
  if (IS_ROOT && !mounts) context.skip(needsMounts)
  const dataFolder = createDataFolder()
  if (!IS_ROOT) chmodSync(dataFolder, 0o500)
  const prefix = IS_ROOT ? withMounts(`mount --bind -o ro ${dataFolder} ${dataFolder}`) : []
  const { status, stderr } = await runToEnd({ dataFolder, prefix })
  expect(status).toBe(1)
  const reason = IS_ROOT ? 'its disk is mounted read-only' : 'this user may not write there'
  expect(stderr).toBe(`The data folder ${dataFolder} cannot be used: ${reason}. Fix this or set DATA_DIR.\n`)
})

test('reports a data folder that is a file', async () => {
  const dataFolder = createPlace()
  writeFileSync(dataFolder, '')
  const { status, stderr } = await runToEnd({ dataFolder })
  expect(status).toBe(1)
  expect(stderr).toBe(`The data folder ${dataFolder} cannot be used: it is a file. Fix this or set DATA_DIR.\n`)
})

test('rejects a disk that is too small for a new database before writing', async (context) => {
  if (!mounts) context.skip(needsMounts)
  const dataFolder = createPlace()
  mkdirSync(dataFolder)
  const prefix = withMounts(`mount -t tmpfs -o size=48m none ${dataFolder}`)
  const { status, stderr } = await runToEnd({ dataFolder, prefix })
  expect(status).toBe(1)
  expect(stderr).toBe(`The disk of the data folder ${dataFolder} is full: 256 MB are needed, 48 MB are free.\n`)
})

test('reports a full disk', async (context) => {
  if (!mounts) context.skip(needsMounts)
  const dataFolder = createPlace()
  mkdirSync(dataFolder)
  const fill = `mount -t tmpfs -o size=1g none ${dataFolder}; cp -a ${TEMPLATE}/. ${dataFolder}; head -c 2G /dev/zero > ${dataFolder}/filler || true`
  const { status, stderr } = await runToEnd({ dataFolder, prefix: withMounts(`{ ${fill}; } 2>/dev/null`) })
  expect(status).toBe(1)
  expect(stderr).toContain(`The data folder ${dataFolder} cannot be used: its disk is full.`)
})

test('reports a damaged secrets file and leaves it unchanged', async () => {
  const dataFolder = createDataFolder()
  const file = join(dataFolder, 'secrets.json')
  writeFileSync(file, '{"jwtKeys": [')
  const { status, stderr } = await runToEnd({ dataFolder })
  expect(status).toBe(1)
  expect(stderr).toBe(`${file} is damaged. Restore it from a backup; deleting it signs everyone out.\n`)
  expect(readFileSync(file, 'utf8')).toBe('{"jwtKeys": [')
})

test('keeps the secrets across restarts, with mode 0600 even if others could read the file', async () => {
  const dataFolder = createDataFolder()
  const file = join(dataFolder, 'secrets.json')
  const before = readFileSync(file, 'utf8')
  expect(modeOf(file)).toBe('600')
  chmodSync(file, 0o644)
  await expectToWork({ dataFolder })
  expect(modeOf(file)).toBe('600')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('reports damaged database files in the words of PostgreSQL', async () => {
  const dataFolder = createDataFolder()
  writeFileSync(join(dataFolder, 'pg/PG_VERSION'), '9.6\n')
  const { status, stderr } = await runToEnd({ dataFolder })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^PostgreSQL cannot start: database files are incompatible with server .*9\.6.*\n$/)
})
