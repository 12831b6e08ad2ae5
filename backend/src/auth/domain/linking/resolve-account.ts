import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { findIdentity, listIdentitiesByEmails, refreshIdentity } from '../../tables/identities.ts'
import { listAccountsByEmails, lockUser } from '../../tables/users.ts'
import { audit } from '../accounts/audit.ts'
import { createAccount } from '../accounts/create-account.ts'
import { getUser, isBanned } from '../accounts/get-user.ts'
import { admitsSignUp } from '../accounts/sign-up-gate.ts'
import { addIdentity, auditLinked, mergeIntoUser } from './add-identity.ts'
import { confirmByProvider } from './confirm-by-provider.ts'
import { decideAccount, getLinkingDomain, type LinkingDecision } from './decide-account.ts'
import { type ExternalAccount, type ExternalSignIn, type Resolution, toIdentityData } from './external-account.ts'

/** Finds, links or creates the account of a sign-in (auth 6.6). */
export async function resolveAccount(
  dependencies: AuthDependencies,
  sql: Statements,
  signIn: ExternalSignIn,
): Promise<Resolution> {
  const { account } = signIn
  const decision = decideAccount(await loadLinkingRows(dependencies, sql, signIn))
  const userId = await applyDecision(dependencies, sql, signIn, decision)
  const user = await getUser(sql, userId)
  if (isBanned(user, dependencies)) throw errors.banned()
  const needsEmail = !(account.isEmailOptional && account.emails.length === 0)
  // A confirmed phone number proves the account of an identity that it already has.
  const isProven = user.email_confirmed_at !== null || (decision.kind === 'known' && user.phone_confirmed_at !== null)
  if (!needsEmail || isProven) {
    const action = decision.kind === 'create' ? 'user_signedup' : 'login'
    await audit(dependencies, sql, { user, action, traits: { provider: account.provider } })
    return { kind: 'signed in', user: await getUser(sql, userId) }
  }
  return confirmByProvider(dependencies, sql, signIn, user, decision.kind === 'known')
}

async function loadLinkingRows(dependencies: AuthDependencies, sql: Statements, signIn: ExternalSignIn) {
  const { provider, subject, emails } = signIn.account
  const addresses = emails.map(({ address }) => address)
  const verified = emails.filter(({ isVerified }) => isVerified).map(({ address }) => address)
  return {
    provider,
    emails,
    ownerId: (await findIdentity(sql, provider, subject))?.user_id,
    identities: await listIdentitiesByEmails(sql, verified),
    accounts: await listAccountsByEmails(sql, addresses),
    isSignupDisabled: !(await admitsSignUp(dependencies, readInvitation(signIn))),
  }
}

async function applyDecision(
  dependencies: AuthDependencies,
  sql: Statements,
  signIn: ExternalSignIn,
  decision: LinkingDecision,
): Promise<string> {
  const { account } = signIn
  switch (decision.kind) {
    case 'known':
      return refresh(dependencies, sql, account, decision.userId)
    case 'link':
      return link(dependencies, sql, account, decision.userId)
    case 'create':
      return create(dependencies, sql, signIn, decision.email)
    case 'ambiguous':
      throw errors.severalAccounts(getLinkingDomain(account.provider))
    case 'reject':
      throw errors.signupDisabled()
  }
}

/**
 * Returns the invitation in the query of the redirect URL as metadata for the gate, because providers do not pass one
 * on. The site removes it from the metadata again.
 */
function readInvitation({ redirectTo }: ExternalSignIn): { invitation?: string } {
  const invitation = URL.parse(redirectTo)?.searchParams.get('invitation')
  return invitation ? { invitation } : {}
}

async function refresh(
  dependencies: AuthDependencies,
  sql: Statements,
  account: ExternalAccount,
  userId: string,
): Promise<string> {
  const { provider, subject: providerId } = account
  const data = toIdentityData(account)
  await lockUser(sql, userId)
  await refreshIdentity(sql, { userId, provider, providerId, data, now: dependencies.now() })
  await mergeIntoUser(dependencies, sql, userId, data)
  return userId
}

async function link(
  dependencies: AuthDependencies,
  sql: Statements,
  account: ExternalAccount,
  userId: string,
): Promise<string> {
  await lockUser(sql, userId)
  await addIdentity(dependencies, sql, account, userId)
  await mergeIntoUser(dependencies, sql, userId, toIdentityData(account))
  await auditLinked(dependencies, sql, account, await getUser(sql, userId))
  return userId
}

async function create(
  dependencies: AuthDependencies,
  sql: Statements,
  signIn: ExternalSignIn,
  email: string | undefined,
): Promise<string> {
  const { account, audience } = signIn
  const user = await createAccount(dependencies, sql, {
    email: email ?? null,
    phone: null,
    passwordHash: null,
    userMetadata: { ...toIdentityData(account), ...readInvitation(signIn) },
    appMetadata: { provider: account.provider, providers: [account.provider] },
    audience,
    isSsoUser: account.provider.startsWith('sso:'),
    hasOwnIdentities: false,
  })
  await addIdentity(dependencies, sql, account, user.id)
  return user.id
}
