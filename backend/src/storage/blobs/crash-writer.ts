/**
 * A process to be killed: writes, replaces, copies, moves and removes objects as fast as it can and tells each step on
 * standard output. Usage: node crash-writer.ts <socket> <port> <database> <data folder>
 */
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../../http/log.ts'
import { createTokens } from '../../http/tokens.ts'
import { openDatabase } from '../../postgres/database.ts'
import { parseStorageSettings } from '../settings.ts'
import { createStorageService } from '../storage-service.ts'

const WRITER_COUNT = 4
const KEYS_PER_WRITER = 5
const SECRET_KEY = 'sb_secret_crash'

const [socket = '', port = '', database = '', dataFolder = ''] = process.argv.slice(2)
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'crash', key_ops: ['sign', 'verify'] }
const service = await createStorageService({
  connect: openDatabase({ socket, port: Number(port), database }, '').connect,
  tokens: await createTokens([jwk], 'a shared secret for tests of at least 32 characters'),
  keys: { publishableKey: 'sb_publishable_crash', secretKey: SECRET_KEY },
  settings: parseStorageSettings({}),
  dataFolder,
  log: createLog('error'),
})

const tell = (line: string) => process.stdout.write(`${line}\n`)

async function send(method: string, path: string, body?: string): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${SECRET_KEY}`,
    'x-upsert': 'true',
    ...(method === 'POST' && path.startsWith('/object/kill/') ? {} : { 'content-type': 'application/json' }),
  }
  const request = new Request(`http://crash.test/storage/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return (await service.fetch(request)).ok
}

async function write(writer: number): Promise<never> {
  for (let step = 0; ; step += 1) {
    const key = `${writer}-${step % KEYS_PER_WRITER}`
    const text = `${key}:${process.pid}:${step};`.repeat(Math.floor(Math.random() * 5000))
    const kind = step % 7
    tell(`begin ${key}`)
    const isDone = await act(kind, key, text)
    // What the key holds after a step that was acknowledged; steps that change it otherwise leave it unknown.
    const isUpload = kind < 3 || kind === 6
    const digest = createHash('md5').update(text).digest('hex')
    if (isDone) tell(`end ${key} ${isUpload ? digest : '-'}`)
  }
}

async function act(kind: number, key: string, text: string): Promise<boolean> {
  if (kind === 3) return send('DELETE', '/object/kill', JSON.stringify({ prefixes: [key] }))
  const names = { bucketId: 'kill', sourceKey: key, destinationKey: `${key}-other` }
  if (kind === 4) return send('POST', '/object/copy', JSON.stringify(names))
  if (kind === 5) return send('POST', '/object/move', JSON.stringify(names))
  return send('POST', `/object/kill/${key}`, text)
}

tell('ready')
await Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => write(writer)))
