import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../backend/src/config.ts'
import { createBackend } from '../../backend/src/server.ts'
import { findFreePort } from '../../backend/test/find-free-port.ts'
import { copyDataFolder } from '../../backend/test/program.ts'
import { createScratchFolder } from '../../backend/test/scratch-folder.ts'
import { openDataService } from './open-data-service.ts'

const PROGRAM = join(import.meta.dirname, '../import-places.ts')
/** Enough to kill an import half-way. */
const MANY_PLACES = 6000

const template = createScratchFolder('memory')
/** Only large cities are loaded, which takes no time. */
const SETTINGS = { CITIES_MIN_POPULATION: '1000000', LOG_LEVEL: 'error' }

beforeAll(async () => {
  const backend = await createBackend(readConfig({ ...SETTINGS, DATA_DIR: join(template.path, 'data') }))
  await backend.close()
})
afterAll(() => template[Symbol.dispose]())

/** Creates a data folder and a file of places next to it. */
function createSetting(
  placeCount = 100,
): { environment: Record<string, string>; folder: string; file: string } & Disposable {
  const scratch = createScratchFolder('memory')
  const folder = scratch.path
  const file = join(folder, 'places.ndjson')
  const lines = Array.from({ length: placeCount }, (_, n) =>
    JSON.stringify({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [(n % 360) - 180, (n % 170) - 85] },
      properties: { name: `Place ${n}`, category: 'castle', country: 'IT', source: 'test' },
    }),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const dataFolder = copyDataFolder(join(template.path, 'data'), join(folder, 'data'))
  const environment = { ...SETTINGS, DATA_DIR: dataFolder, PORT: '4261' }
  return {
    environment,
    folder,
    file,
    [Symbol.dispose]: () => scratch[Symbol.dispose](),
  }
}

function startImport(file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM, file], { env: { ...process.env, ...environment } })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  return { child, output: () => output, ended: once(child, 'exit') }
}

async function countSpots(environment: Record<string, string>): Promise<number | null> {
  await using service = await openDataService(environment)
  const { count } = await service.client.from('spots').select('*', { count: 'exact', head: true })
  return count
}

test('resumes an import after a kill and creates every place once', async () => {
  using setting = createSetting(MANY_PLACES)
  const first = startImport(setting.file, setting.environment)
  while (!first.output().includes('lines read') && first.child.exitCode === null) await once(first.child.stdout, 'data')
  first.child.kill('SIGKILL')
  await first.ended

  const second = startImport(setting.file, setting.environment)
  expect(await second.ended, second.output()).toEqual([0, null])
  expect(second.output()).toMatch(/Resuming after line \d+/)
  expect(second.output()).toContain(`${MANY_PLACES} imported, 0 already on the map, 0 rejected`)
  expect(await countSpots(setting.environment)).toBe(MANY_PLACES)
}, 180_000)

test('imports through a running app', async () => {
  using setting = createSetting()
  const backend = await createBackend(readConfig(setting.environment))
  const port = await findFreePort()
  const server = serve({ fetch: backend.fetch, port, overrideGlobalObjects: false })
  await once(server, 'listening')
  try {
    const running = startImport(setting.file, { ...setting.environment, PORT: String(port) })
    expect(await running.ended, running.output()).toEqual([0, null])
    expect(running.output()).toContain(`into http://localhost:${port}`)
  } finally {
    server.close()
    await backend.close()
  }
}, 180_000)

test('finds an app that runs below a path', async () => {
  using setting = createSetting()
  const port = await findFreePort()
  const siteUrl = `http://localhost:${port}/spots`
  const environment = { ...setting.environment, PORT: String(port), SITE_URL: `${siteUrl}/` }
  const backend = await createBackend(readConfig(environment))
  const below = (request: Request) => backend.fetch(new Request(request.url.replace('/spots/', '/'), request))
  const server = serve({
    fetch: (request) => (request.url.includes('/spots/') ? below(request) : new Response('', { status: 404 })),
    port,
    overrideGlobalObjects: false,
  })
  await once(server, 'listening')
  try {
    await using service = await openDataService(environment)
    expect(service.place).toBe(siteUrl)
  } finally {
    server.close()
    await backend.close()
  }
})

test('never sends the secret key to another server on the port', async () => {
  using setting = createSetting()
  const seen: string[] = []
  const stranger = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers))
    response.setHeader('content-type', 'application/json').end('{"keys":[{"kty":"EC","kid":"other"}]}')
  })
  stranger.listen(0)
  await once(stranger, 'listening')
  const { port } = stranger.address() as AddressInfo
  const environment = { ...setting.environment, PORT: String(port) }
  await countSpots(environment)
  await using service = await openDataService(environment)
  stranger.close()
  expect(service.place).toContain('pg')
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.join()).not.toContain('sb_secret_')
})
