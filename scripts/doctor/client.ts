import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { DataService } from '../import/open-data-service.ts'
import type { CallerKind } from './allowed-access.ts'

/** The installation to check and its keys. The secret key is used only to find objects and to clean up. */
export interface Target {
  url: string
  fetch: typeof fetch
  publishableKey: string
  secretKey: string | undefined
}

export interface ServiceResponse {
  status: number
  /** The parsed body, or undefined when it is not JSON. */
  body: unknown
  /** The error code: an SQLSTATE or one of PostgREST's. */
  code: string
}

/** Sends a request as one caller. The path is relative to the URL of the target. */
export type SendRequest = (path: string, request?: RequestOptions) => Promise<ServiceResponse>

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, except bytes. */
  body?: unknown
}

/** The identity that a check runs as. */
export interface Caller {
  kind: CallerKind
  send: SendRequest
  /** The id of the account. Undefined for a visitor. */
  id: string | undefined
}

/** The number of attempts while the service is busy. A response then says nothing about permissions. */
const MAX_ATTEMPTS = 20
const RETRY_MS = 250

const Coded = v.object({ code: v.string() })
const Account = v.object({ id: v.string() })
const Session = v.object({ access_token: v.string() })

/** Creates a function that sends requests with a key, and with the access token of a signed-in member. */
export function createClient({ url, fetch }: Target, key: string, token: string = key): SendRequest {
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const isBytes = body instanceof Uint8Array
    const request = {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    }
    const attemptOnce = () =>
      fetch(`${url}${path}`, request).catch((cause: unknown) => {
        throw new Error(`${url} cannot be reached.`, { cause })
      })
    let response = await attemptOnce()
    for (let attempt = 1; response.status === 429 && attempt < MAX_ATTEMPTS; attempt += 1) {
      await response.body?.cancel()
      await wait(RETRY_MS)
      response = await attemptOnce()
    }
    const json = parseJson(await response.text())
    const coded = v.safeParse(Coded, json)
    return { status: response.status, body: json, code: coded.success ? coded.output.code : '' }
  }
}

/** Creates an account that is deleted on disposal. Throws an error for the operator when that fails. */
export async function createTemporaryMember(target: Target, admin: SendRequest): Promise<Caller & AsyncDisposable> {
  const email = `doctor-${randomUUID()}@example.com`
  const password = `${randomUUID()}Aa1!`
  const made = await admin('/auth/v1/admin/users', { method: 'POST', body: { email, password, email_confirm: true } })
  const account = v.safeParse(Account, made.body)
  if (!account.success) throw new Error(`no account could be created (${made.status})`)
  const { id } = account.output
  const leave = async () => {
    const left = await admin(`/auth/v1/admin/users/${id}`, { method: 'DELETE' })
    if (left.status >= 300)
      throw new Error(`the account ${email} could not be deleted (${left.status} ${JSON.stringify(left.body)})`)
  }
  const signedIn = await createClient(target, target.publishableKey)('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password },
  })
  const session = v.safeParse(Session, signedIn.body)
  if (!session.success) {
    await leave()
    throw new Error(`sign-in by password failed (${signedIn.status})`)
  }
  const send = createClient(target, target.publishableKey, session.output.access_token)
  return { kind: 'member', send, id, [Symbol.asyncDispose]: leave }
}

/** Returns the installation to check. Throws an error that names a missing key. */
export function toTarget({ url, fetch, publishableKey, secretKey }: DataService): Target {
  if (!publishableKey) throw new Error('Set SUPABASE_PUBLISHABLE_KEY: the checks use the public key.')
  return { url, fetch, publishableKey, secretKey }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
