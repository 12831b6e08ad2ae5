import * as v from 'valibot'
import { sameText } from '../../../http/tokens/caller.ts'
import { OAuthStyleError } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { findOauthClient, type OauthClientRow } from '../../tables/oauth-clients.ts'
import { hashSecret } from './clients.ts'

const Form = v.record(v.string(), v.string())
/** The parameters of a token request. */
export type TokenForm = v.InferOutput<typeof Form>

/** Reads the form of a token request. JSON is accepted too. */
export async function readTokenForm(request: AuthRequest): Promise<TokenForm> {
  const text = await request.req.text()
  const isJson = (request.req.header('content-type') ?? '').includes('json')
  try {
    return v.parse(Form, isJson ? withoutNull(JSON.parse(text)) : parseForm(text))
  } catch {
    throw new OAuthStyleError('invalid_request', 'The body must be a form in which each parameter is given once')
  }
}

function withoutNull(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

function parseForm(text: string): object {
  const entries = [...new URLSearchParams(text)]
  const form = Object.fromEntries(entries)
  if (entries.length !== Object.keys(form).length) throw new Error('a parameter is given more than once')
  return form
}

/**
 * Authenticates the client with its registered method: the secret in the Authorization header or in the body, or only
 * the id of a public client. Throws `invalid_client`.
 */
export async function authenticateClient(request: AuthRequest, form: TokenForm): Promise<OauthClientRow> {
  const { id, secret, method } = readCredentials(request, form)
  const client = isUuid(id) ? await findOauthClient(request.var.dependencies.sql, id) : undefined
  // The hash is compared for unknown clients too, so that the duration does not reveal which clients exist.
  const isSecretRight = sameText(hashSecret(secret), client?.client_secret_hash ?? '')
  const isRight = client?.client_type === 'public' ? method === 'none' : isSecretRight
  if (!client || !isRight || client.token_endpoint_auth_method !== method) {
    throw new OAuthStyleError('invalid_client', 'The client is unknown, or did not authenticate as it is registered to')
  }
  return client
}

function readCredentials(request: AuthRequest, form: TokenForm) {
  const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(request.req.header('authorization') ?? '')?.[1]
  const { client_id: formId = '', client_secret: formSecret } = form
  if (basic === undefined) {
    const method = formSecret === undefined ? 'none' : 'client_secret_post'
    return { id: formId, secret: formSecret ?? '', method }
  }
  if (formSecret !== undefined) throw new OAuthStyleError('invalid_request', 'The client authenticates in two ways')
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? []
  const plain = { id: decode(id), secret: decode(secret) }
  if (formId !== '' && formId !== plain.id)
    throw new OAuthStyleError('invalid_request', 'the credentials and client_id name different clients')
  return { ...plain, method: 'client_secret_basic' }
}

/** Both parts are form-encoded before they are joined (RFC 6749 §2.3.1). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
