import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { DataService } from '../import/open-data-service.ts'
import type { Knocker } from './open-doors.ts'

/** What is examined: the services at a URL, and who the doctor may be. The secret key finds and cleans up, it never knocks. */
export interface Patient {
  url: string
  fetch: typeof fetch
  publishableKey: string
  secretKey: string | undefined
}

/** A service's answer, read. */
export interface Answer {
  status: number
  /** What the body says, if it is JSON. */
  body: unknown
  /** The code of a refusal: an SQLSTATE or one of PostgREST's. */
  code: string
}

/** Asks as one knocker. The path begins behind the URL. */
export type Ask = (path: string, request?: AskOptions) => Promise<Answer>

interface AskOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON, unless it is bytes. */
  body?: unknown
}

/** Somebody who tries the doors. */
export interface Caller {
  kind: Knocker
  ask: Ask
  /** The account; a visitor has none. */
  id: string | undefined
}

const Coded = v.object({ code: v.string() })
const Account = v.object({ id: v.string() })
const Session = v.object({ access_token: v.string() })

/** How the doctor asks with a key, and a token where somebody is signed in. */
export function createAsk({ url, fetch: send }: Patient, key: string, token: string = key): Ask {
  return async (path, { method = 'GET', headers = {}, body } = {}) => {
    const isBytes = body instanceof Uint8Array
    const response = await send(`${url}${path}`, {
      method,
      headers: {
        apikey: key,
        authorization: `Bearer ${token}`,
        ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const answer = parseJson(await response.text())
    const coded = v.safeParse(Coded, answer)
    return { status: response.status, body: answer, code: coded.success ? coded.output.code : '' }
  }
}

/** A new account that is gone when the doctor leaves. Throws a sentence when none can be made. */
export async function signUpForNow(patient: Patient, admin: Ask): Promise<Caller & AsyncDisposable> {
  const email = `doctor-${randomUUID()}@example.com`
  const password = `${randomUUID()}Aa1!`
  const made = await admin('/auth/v1/admin/users', { method: 'POST', body: { email, password, email_confirm: true } })
  const account = v.safeParse(Account, made.body)
  if (!account.success) throw new Error(`no account could be made (${made.status})`)
  const { id } = account.output
  const leave = async () => {
    const left = await admin(`/auth/v1/admin/users/${id}`, { method: 'DELETE' })
    if (left.status >= 300)
      throw new Error(`the account ${email} could not be deleted (${left.status} ${JSON.stringify(left.body)})`)
  }
  const signedIn = await createAsk(patient, patient.publishableKey)('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: { email, password },
  })
  const session = v.safeParse(Session, signedIn.body)
  if (!session.success) {
    await leave()
    throw new Error(`nobody could sign in by password (${signedIn.status})`)
  }
  const ask = createAsk(patient, patient.publishableKey, session.output.access_token)
  return { kind: 'member', ask, id, [Symbol.asyncDispose]: leave }
}

/** The patient behind an open data service. */
export function toPatient({ url, fetch: send, publishableKey, secretKey }: DataService): Patient {
  if (!publishableKey) throw new Error('Set SUPABASE_PUBLISHABLE_KEY: the doctor knocks with the public key.')
  return { url, fetch: send, publishableKey, secretKey }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A page, or nothing.
    return undefined
  }
}
