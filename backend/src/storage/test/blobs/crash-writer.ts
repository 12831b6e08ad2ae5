/**
 * A process that is killed by the test. Uploads, replaces, copies, moves and deletes objects as fast as possible,
 * including by forms and resumable uploads, and reports each step on standard output. Usage: node crash-writer.ts, with
 * a CrashPlan as JSON on standard input
 */
import { flushCompileCache } from 'node:module'
import { json } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../../../http/log.ts'
import { createTokens } from '../../../http/tokens/tokens.ts'
import { openDatabase } from '../../../postgres/database.ts'
import { toEtag } from '../../blobs/etag.ts'
import { createStorageService } from '../../service.ts'
import { parseStorageSettings, type S3Settings } from '../../settings.ts'

/** The task of the process. */
export interface CrashPlan {
  database: { socket: string; port: number; database: string }
  dataFolder: string
  s3: S3Settings | undefined
  /** The prefix of all keys that the process uses, and the name of its database sessions. */
  slot: string
  /** Resumable uploads that an earlier process started. */
  pending: PendingUpload[]
}

/** A resumable upload that may or may not be finished. */
export interface PendingUpload {
  key: string
  url: string
  content: string
}

const WRITER_COUNT = 3
const KEYS_PER_WRITER = 4
const LARGE_SHARE = 0.1
const SECRET_KEY = 'sb_secret_crash'
const ORIGIN = 'http://crash.test/storage/v1'
const AUTHORIZATION = { authorization: `Bearer ${SECRET_KEY}`, 'x-upsert': 'true' }
const TUS = { ...AUTHORIZATION, 'tus-resumable': '1.0.0' }

const plan = (await json(process.stdin)) as CrashPlan
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'crash', key_ops: ['sign', 'verify'] }
const database = openDatabase(plan.database, '')
const service = await createStorageService({
  connect: (login, options) =>
    database.connect(login, { ...options, settings: { ...options?.settings, application_name: plan.slot } }),
  tokens: await createTokens([jwk], 'a shared secret for tests of at least 32 characters'),
  keys: { publishableKey: 'sb_publishable_crash', secretKey: SECRET_KEY },
  settings: { ...parseStorageSettings({}), s3: plan.s3, databaseConnections: WRITER_COUNT },
  dataFolder: plan.dataFolder,
  log: createLog('error'),
})

const tell = (line: string) => process.stdout.write(`${line}\n`)

function send(method: string, url: string, headers: object, body?: string | FormData): Promise<Response> {
  const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) }
  return service.fetch(new Request(url, init))
}

const sendJson = async (method: string, path: string, body: object) =>
  (await send(method, ORIGIN + path, { ...AUTHORIZATION, 'content-type': 'application/json' }, JSON.stringify(body))).ok

/** Requests that delete, copy or move the object of a key. Each returns true when the service acknowledged it. */
const others: ((key: string) => Promise<boolean>)[] = [
  (key) => sendJson('DELETE', '/object/kill', { prefixes: [key] }),
  (key) => sendJson('POST', '/object/copy', { bucketId: 'kill', sourceKey: key, destinationKey: `${key}-copy` }),
  (key) => sendJson('POST', '/object/move', { bucketId: 'kill', sourceKey: key, destinationKey: `${key}-moved` }),
]
/** Requests that store content under a key. Each returns true when the service acknowledged it. */
const writes: ((key: string, content: string) => Promise<boolean>)[] = [
  async (key, content) => (await send('POST', `${ORIGIN}/object/kill/${key}`, AUTHORIZATION, content)).ok,
  async (key, content) => (await send('PUT', `${ORIGIN}/object/kill/${key}`, AUTHORIZATION, content)).ok,
  async (key, content) => {
    const form = new FormData()
    form.append('', new Blob([content]), 'form.txt')
    return (await send('POST', `${ORIGIN}/object/kill/${key}`, AUTHORIZATION, form)).ok
  },
  sendResumable,
]

async function sendResumable(key: string, content: string): Promise<boolean> {
  const [bucketName, objectName] = ['kill', key].map((text) => Buffer.from(text).toString('base64'))
  const metadata = { 'upload-metadata': `bucketName ${bucketName},objectName ${objectName}` }
  const headers = { ...TUS, ...metadata, 'upload-length': String(content.length) }
  const created = await send('POST', `${ORIGIN}/upload/resumable`, headers)
  const url = created.headers.get('location')
  if (!url) return false
  tell(`pending ${JSON.stringify({ key, url, content } satisfies PendingUpload)}`)
  return sendRest({ key, url, content }, 0)
}

/** Sends the remaining bytes, a third at a time. */
async function sendRest({ url, content }: PendingUpload, received: number): Promise<boolean> {
  const step = Math.ceil(content.length / 3) || 1
  for (let offset = received; offset < content.length; offset += step) {
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
    if (!(await send('PATCH', url, headers, content.slice(offset, offset + step))).ok) return false
  }
  return true
}

/** Continues where the previous process was killed. An acknowledged upload must still exist. */
async function resume(pending: PendingUpload): Promise<void> {
  tell(`begin ${pending.key}`)
  const head = await send('HEAD', pending.url, TUS)
  const received = Number(head.headers.get('upload-offset'))
  // Finished uploads may have been replaced since, so only uploads that finish now are certain.
  const isDone = head.ok && received < pending.content.length && (await sendRest(pending, received))
  tell(`${head.ok ? 'resumed' : 'lost'} ${pending.key}`)
  if (isDone) tell(`end ${pending.key} ${toEtag(Buffer.from(pending.content))}`)
}

async function write(writer: number): Promise<never> {
  for (;;) {
    const key = `${plan.slot}-${writer}-${Math.floor(Math.random() * KEYS_PER_WRITER)}`
    // Some are large enough to be written and hashed in several steps.
    const longest = Math.random() < LARGE_SHARE ? 60_000 : 2000
    const content = `${key}:${process.pid}:${performance.now()};`.repeat(Math.floor(Math.random() * longest))
    const chosen = Math.floor(Math.random() * (writes.length + others.length))
    tell(`begin ${key}`)
    const isDone = (await writes[chosen]?.(key, content)) ?? (await others[chosen - writes.length]?.(key)) ?? false
    if (isDone) tell(`end ${key} ${chosen < writes.length ? toEtag(Buffer.from(content)) : '-'}`)
  }
}

// A killed process would not write the compile cache.
flushCompileCache()
tell('ready')
await Promise.all(plan.pending.map(resume))
await Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => write(writer)))
