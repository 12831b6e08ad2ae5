import * as v from 'valibot'
import { createAccount } from '../../domain/accounts/create-account.ts'
import { getUser } from '../../domain/accounts/get-user.ts'
import { toUserJson } from '../../domain/accounts/user-json.ts'
import { hashCodeWithoutKey } from '../../domain/codes/one-time-code.ts'
import { createOneTimeCode } from '../../domain/codes/send-email-code.ts'
import { buildLink, type MailKind } from '../../domain/delivery/messages.ts'
import { hashPassword, hashRandomPassword } from '../../domain/passwords/password-hash.ts'
import { requireStrongPassword } from '../../domain/passwords/password-policy.ts'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { parseEmail } from '../../kernel/values/email.ts'
import { mergeMetadata } from '../../kernel/values/metadata.ts'
import { MemberData, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { chooseRedirect } from '../../requests/redirects.ts'
import { getAudience } from '../../requests/request-client.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { findUserByEmail, updateUser } from '../../tables/users.ts'
import { getInvited } from './invite.ts'

const Body = v.object({
  type: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  new_email: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  data: v.optional(MemberData, {}),
  redirect_to: v.optional(v.string(), ''),
})

/** The link to create: its type, its account, and the address that its code belongs to. */
interface LinkPlan {
  kind: MailKind
  user: UserRow
  recipient: string
}

/** The request body after the checks that all types of links share. */
interface LinkRequest {
  type: string
  email: string
  newEmail: string
  password: string
  data: Record<string, unknown>
}

/** POST /admin/generate_link: creates a link as in an email, for the operator to pass on. Sends nothing (auth 8). */
export async function generateLink(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const body = await readBody(request, Body)
  const email = parseEmail(body.email, dependencies.settings)
  const newEmail = body.new_email ? parseEmail(body.new_email, dependencies.settings) : ''
  const redirectTo = chooseRedirect(request, body.redirect_to || request.req.query('redirect_to'))
  const result = await dependencies.sql.begin(async (sql) => {
    const plan = await planLink(request, sql, { ...body, email, newEmail })
    const { code, hash } = await createOneTimeCode(dependencies, sql, { ...plan, redirectTo }, hashCodeWithoutKey)
    const user = await getUser(sql, plan.user.id)
    return {
      ...toUserJson(user),
      action_link: buildLink(plan.kind, hash, redirectTo, dependencies.settings),
      email_otp: code,
      hashed_token: hash,
      verification_type: plan.kind,
      redirect_to: redirectTo,
    }
  })
  return request.json(result)
}

async function planLink(request: AuthRequest, sql: Statements, link: LinkRequest): Promise<LinkPlan> {
  const { email, type } = link
  const user = await findUserByEmail(sql, email, getAudience(request))
  switch (type) {
    case 'signup':
      return { kind: 'signup', user: await getUnconfirmed(request, sql, user, link), recipient: email }
    case 'invite':
      return { kind: 'invite', user: await getInvited(request, sql, email, link.data), recipient: email }
    case 'magiclink':
      if (user) return { kind: 'magiclink', user, recipient: email }
      return { kind: 'signup', user: await create(request, sql, link, await hashRandomPassword()), recipient: email }
    case 'recovery':
      if (!user) throw errors.userNotFound()
      return { kind: 'recovery', user, recipient: email }
    case 'email_change_current':
    case 'email_change_new':
      return planEmailChange(request, sql, user, { ...link, type })
    default:
      throw errors.validation(`Invalid email action link type requested: ${type}`)
  }
}

async function getUnconfirmed(
  request: AuthRequest,
  sql: Statements,
  user: UserRow | undefined,
  link: LinkRequest,
): Promise<UserRow> {
  const { dependencies } = request.var
  if (user?.email_confirmed_at) throw errors.emailExists()
  const keptHash = link.password === '' ? user?.encrypted_password : undefined
  const passwordHash = keptHash ?? (await hashStrongPassword(dependencies, link.password))
  if (!user) return create(request, sql, link, passwordHash)
  const metadata = mergeMetadata(user.raw_user_meta_data, link.data)
  // A stranger may have signed up with this address, and their password must not stay. That of the operator must.
  const isTrusted = link.password !== ''
  const change = {
    raw_user_meta_data: metadata,
    encrypted_password: passwordHash,
    ...(isTrusted ? { is_contested: false } : {}),
  }
  await updateUser(sql, user.id, change, dependencies.now())
  return user
}

async function hashStrongPassword(dependencies: AuthDependencies, password: string): Promise<string> {
  if (password === '') throw errors.validation('Signup requires a valid password')
  await requireStrongPassword(dependencies, password)
  return hashPassword(password)
}

function create(request: AuthRequest, sql: Statements, { email, data }: LinkRequest, passwordHash: string) {
  const registration = {
    email,
    phone: null,
    passwordHash,
    userMetadata: data,
    audience: getAudience(request),
    isByOperator: true,
  }
  return createAccount(request.var.dependencies, sql, registration)
}

async function planEmailChange(
  request: AuthRequest,
  sql: Statements,
  user: UserRow | undefined,
  { type, email, newEmail }: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
): Promise<LinkPlan> {
  const { dependencies } = request.var
  if (!user) throw errors.userNotFound()
  if (type === 'email_change_current' && !dependencies.settings.secureEmailChange) {
    throw errors.validation('Enable secure email change to generate link for current email')
  }
  if (newEmail === '') throw errors.validation('An email address is required')
  const other = await findUserByEmail(sql, newEmail, getAudience(request))
  if (other && other.id !== user.id) throw errors.emailExists()
  await updateUser(sql, user.id, { email_change: newEmail, email_change_confirm_status: 0 }, dependencies.now())
  return { kind: type, user, recipient: type === 'email_change_new' ? newEmail : email }
}
