import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthEnv, AuthRequest } from '../../requests/context.ts'
import { parsePage, setPageHeaders } from '../../requests/pagination.ts'
import {
  createOauthClient,
  deleteOauthClient,
  findOauthClient,
  listOauthClients,
  type OauthClientRow,
  updateOauthClient,
} from '../../tables/oauth-clients.ts'
import { ClientBody, DEFAULT_FIELDS, toClientFields } from './client-fields.ts'

const SECRET_BYTES = 32

/** Responds with 404 when the OAuth server is disabled. */
export const requireOauthServer = createMiddleware<AuthEnv>(async (request, next) => {
  if (!request.var.dependencies.settings.oauthServerEnabled) throw errors.oauthServerDisabled()
  await next()
})

/** GET /admin/oauth/clients (auth 9.2). */
export async function listClients(request: AuthRequest): Promise<Response> {
  const page = parsePage(request)
  const { clients, total } = await listOauthClients(request.var.dependencies.sql, page)
  setPageHeaders(request, '/admin/oauth/clients', page, total)
  return request.json({ clients: clients.map((client) => toClientJson(client)), aud: '' })
}

/** POST /admin/oauth/clients. The secret is shown only in this response (auth 9.2). */
export function createClient(request: AuthRequest): Promise<Response> {
  return register(request, 'manual')
}

/** POST /oauth/clients/register: dynamic client registration (RFC 7591) (auth 9.2). */
export async function registerClient(request: AuthRequest): Promise<Response> {
  if (!request.var.dependencies.settings.oauthServerRegistration) throw errors.oauthRegistrationDisabled()
  return register(request, 'dynamic')
}

async function register(request: AuthRequest, registrationType: 'manual' | 'dynamic'): Promise<Response> {
  const { dependencies } = request.var
  const fields = toClientFields(await readBody(request, ClientBody), DEFAULT_FIELDS)
  const secret = fields.client_type === 'public' ? undefined : createSecret()
  const client: OauthClientRow = {
    ...fields,
    id: randomUUID(),
    registration_type: registrationType,
    client_secret_hash: secret ? hashSecret(secret) : null,
    created_at: dependencies.now(),
    updated_at: dependencies.now(),
  }
  await createOauthClient(dependencies.sql, client)
  request.header('Cache-Control', 'no-store')
  return request.json(toClientJson(client, secret), 201)
}

/** GET /admin/oauth/clients/{id} (auth 9.2). */
export async function getClient(request: AuthRequest): Promise<Response> {
  return request.json(toClientJson(await getClientOfPath(request)))
}

/** PUT /admin/oauth/clients/{id}. Missing fields stay unchanged (auth 9.2). */
export async function updateClient(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const present = await getClientOfPath(request)
  const fields = toClientFields(await readBody(request, ClientBody), present)
  if (fields.client_type !== present.client_type) {
    throw errors.validation(
      'token_endpoint_auth_method cannot turn a public client into a confidential one, or the reverse',
    )
  }
  const client = { ...present, ...fields, updated_at: dependencies.now() }
  await updateOauthClient(dependencies.sql, client)
  return request.json(toClientJson(client))
}

/** DELETE /admin/oauth/clients/{id}: also ends its sessions (auth 9.2). */
export async function deleteClient(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { id } = await getClientOfPath(request)
  await dependencies.sql.begin((sql) => deleteOauthClient(sql, id, dependencies.now()))
  return request.body(null, 204)
}

/** POST /admin/oauth/clients/{id}/regenerate_secret: invalidates the old secret (auth 9.2). */
export async function regenerateSecret(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const present = await getClientOfPath(request)
  if (present.client_type === 'public') throw errors.validation('client_type public has no secret')
  const secret = createSecret()
  const client = { ...present, client_secret_hash: hashSecret(secret), updated_at: dependencies.now() }
  await updateOauthClient(dependencies.sql, client)
  request.header('Cache-Control', 'no-store')
  return request.json(toClientJson(client, secret))
}

async function getClientOfPath(request: AuthRequest): Promise<OauthClientRow> {
  const id = request.req.param('id')
  const client = isUuid(id) ? await findOauthClient(request.var.dependencies.sql, id) : undefined
  if (!client) throw errors.oauthClientNotFound()
  return client
}

function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Hashes a secret or code for storage. They are random, so a plain hash is sufficient. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function toClientJson(client: OauthClientRow, secret?: string): Record<string, unknown> {
  return {
    client_id: client.id,
    ...(secret ? { client_secret: secret } : {}),
    client_type: client.client_type,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    grant_types: client.grant_types,
    response_types: ['code'],
    ...(client.client_name ? { client_name: client.client_name } : {}),
    ...(client.client_uri ? { client_uri: client.client_uri } : {}),
    ...(client.logo_uri ? { logo_uri: client.logo_uri } : {}),
    registration_type: client.registration_type,
    created_at: client.created_at,
    updated_at: client.updated_at,
  }
}
