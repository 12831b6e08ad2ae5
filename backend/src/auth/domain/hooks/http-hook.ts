import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { AppError } from '../../../http/app-error.ts'
import { errors } from '../../errors.ts'

const TOTAL_TIMEOUT_MS = 5_000
const TRIES = 3
const PAUSE_MS = 2_000
const MAX_RESPONSE_BYTES = 200 * 1024
/** Statuses that are worth a retry. */
const BUSY = new Set([429, 503])
const GOOD = new Set([200, 202, 204])

interface HttpHook {
  uri: string
  secrets: string[]
  id: string
  sentAt: Date
}

/**
 * Posts the input, signed as Standard Webhooks specify. Every attempt sends the same message with the same id. Throws
 * the errors of (auth 6.9).
 */
export async function callHttpHook(hook: HttpHook, payload: Record<string, unknown>): Promise<Record<string, unknown>> {
  const body = JSON.stringify(payload)
  const signal = AbortSignal.timeout(TOTAL_TIMEOUT_MS)
  // Redirects are not followed: the signed input is meant for the configured URL only.
  const init: RequestInit = { method: 'POST', headers: sign(hook, body), body, redirect: 'manual', signal }
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const response = await fetch(hook.uri, init).catch(unlessTimedOut)
    if (response && !BUSY.has(response.status)) return readResponse(response)
    await response?.body?.cancel()
    if (attempt < TRIES) await sleep(PAUSE_MS, undefined, { signal }).catch(unlessTimedOut)
  }
  throw errors.hookTimeoutAfterRetry()
}

function sign({ secrets, id, sentAt }: HttpHook, body: string): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret.replace(/^v1,/, '')).sign(id, sentAt, body))
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Returns undefined for connection failures, which are worth a retry. Throws on a timeout. */
function unlessTimedOut(error: unknown): undefined {
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    throw errors.hookTimeout()
  return undefined
}

async function readResponse(response: Response): Promise<Record<string, unknown>> {
  if (!GOOD.has(response.status)) {
    await response.body?.cancel()
    throw errors.hookFailed(`it responded with status ${response.status}`)
  }
  const text = await readText(response)
  if (text === '') return {}
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') throw errors.hookContentType()
  return parseObject(text)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > MAX_RESPONSE_BYTES) throw errors.hookResponseTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    unlessTimedOut(error)
    throw errors.hookFailed('it broke off')
  }
  return Buffer.concat(chunks).toString()
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    throw errors.hookFailed('it returned no JSON')
  }
  throw errors.hookFailed('it returned no JSON object')
}
