import * as v from 'valibot'
import { JsonObject } from '../../../http/json-object.ts'
import { isReleasable } from '../../domain/accounts/release-address.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { toUserOfApp } from '../../domain/accounts/user-of-app.ts'
import { hashPassword, isPasswordOf } from '../../domain/passwords/password-hash.ts'
import { requireStrongPassword } from '../../domain/passwords/password-policy.ts'
import { lacksSecondFactor } from '../../domain/sessions/second-factor.ts'
import { errors } from '../../errors.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { parseChannel, parsePhone } from '../../kernel/values/phone.ts'
import { parsePkce } from '../../kernel/values/pkce.ts'
import { MemberData, PkceEntries, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import { findUserByEmail, findUserByPhone } from '../../tables/users.ts'
import { applyUserUpdate, type UserUpdate } from './apply-user-update.ts'
import { requirePasswordProof } from './password-proof.ts'

/** GET /user (auth 7.6). Connected apps see what their scopes allow (auth 9.2). */
export function getUser(request: AuthRequest): Response {
  const { user, session, claims } = request.var.signedIn
  const audience = request.req.header('x-jwt-aud')
  if (audience && ![claims.aud].flat().includes(audience)) {
    throw errors.validation("Token audience doesn't match request audience")
  }
  return request.json(toUserJson(session?.oauth_client_id ? toUserOfApp(user, session.scopes) : user))
}

const Body = v.object({
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  password: v.optional(v.string()),
  current_password: v.optional(v.string(), ''),
  nonce: v.optional(v.string(), ''),
  data: v.optional(MemberData),
  app_metadata: v.optional(JsonObject),
  channel: v.optional(v.string()),
  ...PkceEntries,
})
type Body = v.InferOutput<typeof Body>

/** PUT /user. The order of the checks matters (auth 7.6). */
export async function updateUser(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  const update = await parseUpdate(request, body)
  requirePermission(request, body, update)
  await requireAvailableAddresses(request, update)
  if (body.password !== undefined) await requirePasswordProof(request, { ...body, password: body.password })
  const passwordHash = body.password === undefined ? undefined : await hashNewPassword(request, body.password)
  const user = await applyUserUpdate(request, { ...update, passwordHash })
  dependencies.mailer.deliver()
  return request.json(toUserJson(user))
}

/** Parses the update. The current address counts as no change. */
async function parseUpdate(request: AuthRequest, body: Body): Promise<UserUpdate> {
  const { dependencies, signedIn } = request.var
  const email = body.email ? parseEmail(body.email, dependencies.settings) : undefined
  const phone = body.phone ? parsePhone(body.phone) : undefined
  const channel = parseChannel(body.channel, dependencies.settings)
  if (body.password !== undefined) await requireStrongPassword(dependencies, body.password)
  return {
    email: email === signedIn.user.email ? undefined : email,
    keepsEmail: body.email !== undefined && (email ?? '') === (signedIn.user.email ?? ''),
    phone: phone === signedIn.user.phone ? undefined : phone,
    keepsPhone: body.phone !== undefined && (phone ?? '') === (signedIn.user.phone ?? ''),
    channel,
    passwordHash: undefined,
    data: body.data,
    appMetadata: body.app_metadata,
    pkce: parsePkce(body),
    redirectTo: chooseRedirect(request),
  }
}

function requirePermission(request: AuthRequest, body: Body, { email, phone }: UserUpdate): void {
  const { dependencies, signedIn } = request.var
  const { user, session, claims } = signedIn
  const { password } = body
  const isAdmin = dependencies.settings.jwtAdminRoles.includes(String(claims.role ?? ''))
  if (body.app_metadata && !isAdmin) throw errors.notAdmin()
  const isSensitive = password !== undefined || email !== undefined || phone !== undefined
  if (isSensitive && lacksSecondFactor(user, session)) throw errors.insufficientAalForUpdate()
  if (user.is_anonymous && password !== undefined && !email && !body.phone) {
    throw errors.unprocessable('Updating password of an anonymous user without an email or phone is not allowed')
  }
  const changesLogin = email !== undefined || phone !== undefined || password !== undefined || body.nonce !== ''
  if (user.is_sso_user && changesLogin) throw errors.ssoManaged()
  if (phone && !dependencies.settings.phoneEnabled) throw errors.phoneOtpDisabled()
}

async function requireAvailableAddresses(request: AuthRequest, { email, phone }: UserUpdate): Promise<void> {
  const { dependencies, signedIn } = request.var
  const audience = getAudience(request)
  const { id } = signedIn.user
  const holder = email === undefined ? undefined : await findUserByEmail(dependencies.sql, email, audience)
  if (holder && holder.id !== id && !isReleasable(dependencies, 'email', holder)) throw errors.emailExists()
  const phoneHolder = phone === undefined ? undefined : await findUserByPhone(dependencies.sql, phone, audience)
  if (phoneHolder && phoneHolder.id !== id && !isReleasable(dependencies, 'phone', phoneHolder))
    throw errors.phoneExists()
}

async function hashNewPassword(request: AuthRequest, password: string): Promise<string> {
  const { user } = request.var.signedIn
  if (user.encrypted_password && (await isPasswordOf(password, user.encrypted_password))) throw errors.samePassword()
  return hashPassword(password)
}
