import { errors } from '../../errors.ts'
import type { AuthParts, AuthRequest } from '../../kernel/dependencies.ts'
import type { Statements } from '../../kernel/statements.ts'
import { isBanned } from '../../requests/guards.ts'
import { getClient } from '../../requests/request-client.ts'
import {
  createIdentity,
  deleteOtherIdentities,
  findIdentity,
  listIdentitiesByEmails,
  refreshIdentity,
} from '../../tables/identities.ts'
import { clearAllTokens } from '../../tables/one-time-tokens.ts'
import { deleteSessionsOfUser } from '../../tables/sessions.ts'
import { listAccountsByEmails, lockUser, type UserRow, updateProviders, updateUser } from '../../tables/users.ts'
import { audit, confirmEmail, getUser, mergeMetadata, register } from '../accounts/create-account.ts'
import { sendCode } from '../codes/send-email-code.ts'
import { decideAccount, getLinkingDomain, type LinkingDecision } from './decide-account.ts'
import { type ExternalAccount, findBestEmail, toIdentityData } from './external-account.ts'
import type { ExternalSignIn, Resolution } from './sign-in-externally.ts'

/** The account of a sign-in, found, linked or made. Contract §6.6. */
export async function resolveAccount(
  request: AuthRequest,
  sql: Statements,
  signIn: ExternalSignIn,
): Promise<Resolution> {
  const { parts } = request.var
  const { account } = signIn
  const decision = decideAccount(await gatherFacts(parts, sql, account))
  const userId = await applyDecision(request, sql, signIn, decision)
  const user = await getUser(sql, userId)
  if (isBanned(user, parts)) throw errors.banned()
  const needsEmail = !(account.isEmailOptional && account.emails.length === 0)
  if (!needsEmail || user.email_confirmed_at !== null) {
    const action = decision.kind === 'create' ? 'user_signedup' : 'login'
    await audit(parts, sql, { user, action, ip: getClient(request).ip, traits: { provider: account.provider } })
    return { kind: 'signed in', user: await getUser(sql, userId) }
  }
  return confirmByProvider(request, sql, signIn, user)
}

async function gatherFacts(parts: AuthParts, sql: Statements, { provider, subject, emails }: ExternalAccount) {
  const addresses = emails.map(({ address }) => address)
  const verified = emails.filter(({ isVerified }) => isVerified).map(({ address }) => address)
  return {
    provider,
    emails,
    ownerId: (await findIdentity(sql, provider, subject))?.user_id,
    identities: await listIdentitiesByEmails(sql, verified),
    accounts: await listAccountsByEmails(sql, addresses),
    isSignupDisabled: parts.settings.disableSignup,
  }
}

async function applyDecision(
  request: AuthRequest,
  sql: Statements,
  { account, audience }: ExternalSignIn,
  decision: LinkingDecision,
): Promise<string> {
  switch (decision.kind) {
    case 'known':
      return refresh(request.var.parts, sql, account, decision.userId)
    case 'link':
      return link(request, sql, account, decision.userId)
    case 'create':
      return create(request.var.parts, sql, account, { audience, email: decision.email })
    case 'ambiguous':
      throw errors.severalAccounts(getLinkingDomain(account.provider))
    case 'refuse':
      throw errors.signupDisabled()
  }
}

async function refresh(parts: AuthParts, sql: Statements, account: ExternalAccount, userId: string): Promise<string> {
  const { provider, subject: providerId } = account
  const data = toIdentityData(account)
  await lockUser(sql, userId)
  await refreshIdentity(sql, { userId, provider, providerId, data, now: parts.now() })
  await mergeIntoUser(parts, sql, userId, data)
  return userId
}

async function link(request: AuthRequest, sql: Statements, account: ExternalAccount, userId: string): Promise<string> {
  const { parts } = request.var
  await lockUser(sql, userId)
  await addIdentity(parts, sql, account, userId)
  await mergeIntoUser(parts, sql, userId, toIdentityData(account))
  await auditLinked(request, sql, account, await getUser(sql, userId))
  return userId
}

async function create(
  parts: AuthParts,
  sql: Statements,
  account: ExternalAccount,
  { audience, email }: { audience: string; email: string | undefined },
): Promise<string> {
  const user = await register(parts, sql, {
    email: email ?? null,
    phone: null,
    passwordHash: null,
    userMetadata: toIdentityData(account),
    appMetadata: { provider: account.provider, providers: [account.provider] },
    audience,
    isSsoUser: account.provider.startsWith('sso:'),
    hasOwnIdentities: false,
  })
  await addIdentity(parts, sql, account, user.id)
  return user.id
}

/** Adds the identity to an account. A unique violation when another request has added it meanwhile. */
export async function addIdentity(
  parts: AuthParts,
  sql: Statements,
  account: ExternalAccount,
  userId: string,
): Promise<void> {
  const { provider, subject: providerId } = account
  await createIdentity(sql, { userId, provider, providerId, data: toIdentityData(account), now: parts.now() })
  await updateProviders(sql, userId)
}

export async function auditLinked(
  request: AuthRequest,
  sql: Statements,
  { provider, subject }: ExternalAccount,
  user: UserRow,
): Promise<void> {
  const traits = { provider, provider_id: subject }
  await audit(request.var.parts, sql, { user, action: 'identity_linked', ip: getClient(request).ip, traits })
}

/** Takes what the provider says of the member into her metadata. */
export async function mergeIntoUser(
  parts: AuthParts,
  sql: Statements,
  userId: string,
  data: Record<string, unknown>,
): Promise<void> {
  const { raw_user_meta_data: present } = await getUser(sql, userId)
  await updateUser(sql, userId, { raw_user_meta_data: mergeMetadata(present, data) }, parts.now())
}

/**
 * Whoever made an account that was never confirmed may not be the one who signs in now: everything that could let her back in
 * goes. Then the provider's word confirms the address, or a mail asks.
 */
async function confirmByProvider(
  request: AuthRequest,
  sql: Statements,
  { account, redirectTo }: ExternalSignIn,
  user: UserRow,
): Promise<Resolution> {
  const { parts } = request.var
  await dropUnconfirmed(parts, sql, account, user)
  const kept = await getUser(sql, user.id)
  if (parts.settings.mailerAutoconfirm || isProvedFor(account, user)) {
    await confirmEmail(parts, sql, kept)
    const traits = { provider: account.provider }
    await audit(parts, sql, { user: kept, action: 'user_signedup', ip: getClient(request).ip, traits })
    return { kind: 'signed in', user: await getUser(sql, user.id) }
  }
  if (user.email) await sendCode(parts, sql, { user: kept, kind: 'signup', recipient: user.email, redirectTo })
  if (parts.settings.allowUnverifiedEmail) return { kind: 'signed in', user: await getUser(sql, user.id) }
  return { kind: 'refused', error: errors.providerEmailNeedsVerification(account.provider, Boolean(user.email)) }
}

/** Leaves an account nothing but the identity that signs in now. */
export async function dropUnconfirmed(
  parts: AuthParts,
  sql: Statements,
  account: ExternalAccount,
  user: UserRow,
): Promise<void> {
  await deleteOtherIdentities(sql, user.id, { provider: account.provider, providerId: account.subject })
  await deleteSessionsOfUser(sql, user.id)
  await clearAllTokens(sql, user.id)
  const change = { encrypted_password: '', raw_user_meta_data: toIdentityData(account) }
  await updateUser(sql, user.id, change, parts.now())
  await updateProviders(sql, user.id)
}

/** Whether the provider has verified the very address that the account has. */
function isProvedFor({ emails }: ExternalAccount, { email }: UserRow): boolean {
  if (email) return emails.some(({ address, isVerified }) => isVerified && address === email.toLowerCase())
  return findBestEmail(emails)?.isVerified ?? false
}
