import * as v from 'valibot'
import { errors } from '../../errors.ts'
import type { OauthClientRow } from '../../tables/oauth-clients.ts'
import { findRedirectUriProblem, findWebUriProblem } from './client-uris.ts'

const MAX_REDIRECT_URIS = 10
/** A letter, digit, punctuation or symbol. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
const LONGEST_NAME = 1_024
const GRANT_TYPES = ['authorization_code', 'refresh_token']
const METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const

/** The body of a registration (RFC 7591 §2) and of an update. */
export const ClientBody = v.object({
  redirect_uris: v.optional(v.array(v.string())),
  client_name: v.optional(v.string()),
  client_uri: v.optional(v.string()),
  logo_uri: v.optional(v.string()),
  grant_types: v.optional(v.array(v.string())),
  response_types: v.optional(v.array(v.string())),
  client_type: v.optional(v.string()),
  token_endpoint_auth_method: v.optional(v.string()),
})
type ClientBody = v.InferOutput<typeof ClientBody>

type ClientFields = Pick<
  OauthClientRow,
  | 'redirect_uris'
  | 'grant_types'
  | 'client_name'
  | 'client_uri'
  | 'logo_uri'
  | 'client_type'
  | 'token_endpoint_auth_method'
>

/** The defaults of a client. */
export const DEFAULT_FIELDS: ClientFields = {
  redirect_uris: [],
  grant_types: GRANT_TYPES,
  client_name: null,
  client_uri: null,
  logo_uri: null,
  client_type: 'confidential',
  token_endpoint_auth_method: 'client_secret_basic',
}

/** Merges a request body into the fields of a client. Throws 400 with the name of an invalid field (auth 9.2). */
export function toClientFields(body: ClientBody, present: ClientFields): ClientFields {
  const { client_name: name = present.client_name, response_types: responseTypes = ['code'] } = body
  if (name && name.length > LONGEST_NAME)
    throw fault('client_name', `must not be longer than ${LONGEST_NAME} characters`)
  // The consent screen would ask for permission without saying for which app.
  if (name && !VISIBLE.test(name)) throw fault('client_name', 'must contain a visible character')
  if (responseTypes.some((type) => type !== 'code')) throw fault('response_types', 'may contain only "code"')
  return {
    ...toAuthentication(body, present),
    redirect_uris: toRedirectUris(body.redirect_uris ?? present.redirect_uris),
    grant_types: toGrantTypes(body.grant_types ?? present.grant_types),
    client_name: name || null,
    client_uri: toWebUri('client_uri', body.client_uri ?? present.client_uri),
    logo_uri: toWebUri('logo_uri', body.logo_uri ?? present.logo_uri),
  }
}

/** Returns true for a client without a secret; either field may say so. */
function toAuthentication(
  { client_type: typeText, token_endpoint_auth_method: methodText }: ClientBody,
  present: ClientFields,
): Pick<ClientFields, 'client_type' | 'token_endpoint_auth_method'> {
  if (typeText && typeText !== 'public' && typeText !== 'confidential') {
    throw fault('client_type', 'must be public or confidential')
  }
  const isPublicByType = typeText === 'public' && !methodText
  const text = isPublicByType ? 'none' : methodText || present.token_endpoint_auth_method
  const method = METHODS.find((known) => known === text)
  if (!method) throw fault('token_endpoint_auth_method', `must be one of: ${METHODS.join(', ')}`)
  const type = method === 'none' ? 'public' : 'confidential'
  if (typeText && typeText !== type)
    throw fault('token_endpoint_auth_method', `is not allowed for a ${typeText} client`)
  return { client_type: type, token_endpoint_auth_method: method }
}

function toRedirectUris(uris: string[]): string[] {
  const unique = [...new Set(uris)]
  if (unique.length === 0 || unique.length > MAX_REDIRECT_URIS) {
    throw fault('redirect_uris', `must contain 1 to ${MAX_REDIRECT_URIS} addresses`)
  }
  const wrong = unique.map(findRedirectUriProblem).find((text) => text !== undefined)
  if (wrong) throw fault('redirect_uris', wrong)
  return unique
}

function toGrantTypes(types: string[]): string[] {
  const unique = [...new Set(types)]
  if (!unique.includes('authorization_code') || unique.some((type) => !GRANT_TYPES.includes(type))) {
    throw fault('grant_types', 'must contain authorization_code, and may contain refresh_token')
  }
  return unique
}

function toWebUri(field: string, uri: string | null): string | null {
  if (!uri) return null
  const wrong = findWebUriProblem(uri)
  if (wrong) throw fault(field, wrong)
  return uri
}

function fault(field: string, why: string): Error {
  return errors.validation(`${field} ${why}`)
}
