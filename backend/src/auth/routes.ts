import type { Hono } from 'hono'
import { changeUser } from './admin/change-user.ts'
import { createUser } from './admin/create-user.ts'
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from './admin/custom-providers.ts'
import { changeFactor, listFactors, removeFactor } from './admin/factors.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { listAudit } from './admin/list-audit.ts'
import { listUsers } from './admin/list-users.ts'
import { listPasskeys, removePasskey } from './admin/passkeys.ts'
import { readUser } from './admin/read-user.ts'
import { removeUser } from './admin/remove-user.ts'
import { readCaptcha } from './captcha/altcha.ts'
import { requireCaptcha, requireCaptchaOfGrant } from './captcha/require-captcha.ts'
import type { AuthEnv } from './context.ts'
import { authorize, authorizeIdentity } from './endpoints/authorize.ts'
import { callback } from './endpoints/callback.ts'
import { followLink } from './endpoints/follow-link.ts'
import { getUser } from './endpoints/get-user.ts'
import { logout } from './endpoints/logout.ts'
import { magiclink, otp } from './endpoints/otp.ts'
import { outbox } from './endpoints/outbox.ts'
import { publicSettings } from './endpoints/public-settings.ts'
import { reauthenticate } from './endpoints/reauthenticate.ts'
import { recover } from './endpoints/recover.ts'
import { resend } from './endpoints/resend.ts'
import { signup } from './endpoints/signup.ts'
import { token } from './endpoints/token.ts'
import { unlinkIdentity } from './endpoints/unlink-identity.ts'
import { updateUser } from './endpoints/update-user.ts'
import { verify } from './endpoints/verify.ts'
import { health, jwks, openidConfiguration } from './endpoints/well-known.ts'
import { errors } from './errors.ts'
import { challengeFactor } from './factors/challenge-factor.ts'
import { enrollFactor } from './factors/enroll-factor.ts'
import { unenrollFactor } from './factors/unenroll-factor.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { authorizeClient } from './oauth-server/authorize.ts'
import {
  changeClient,
  createClient,
  listClients,
  readClient,
  regenerateSecret,
  registerClient,
  removeClient,
  requireOauthServer,
} from './oauth-server/clients.ts'
import { answerAuthorization, listOwnGrants, readAuthorization, revokeOwnGrant } from './oauth-server/consent.ts'
import { authorizationServer } from './oauth-server/discovery.ts'
import { userinfo } from './oauth-server/member-claims.ts'
import { exchangeToken } from './oauth-server/token.ts'
import { listOwnPasskeys, removeOwnPasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { requirePasskeys } from './passkeys/passkey-access.ts'
import { beginPasskey, finishPasskey } from './passkeys/register-passkey.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from './passkeys/sign-in-by-passkey.ts'
import { readForm } from './requests/body.ts'
import {
  limit,
  requireAdmin,
  requireOwnSession,
  requirePermanentUser,
  requireUser,
  steadyTime,
} from './requests/guards.ts'
import { changeProvider, createProvider, listProviders, readProvider, removeProvider } from './sso/admin-providers.ts'
import { consumeAssertion } from './sso/assertion-consumer.ts'
import { beginSso } from './sso/begin-sso.ts'
import { metadata, requireSaml } from './sso/service-provider.ts'

/** An answer that must not tell whether an account exists comes no sooner than this. */
const STEADY_MS = 120

/** Every URL of the service with its guards, below /auth/v1. */
export function addRoutes(app: Hono<AuthEnv>): void {
  // For everybody
  app.get('/health', health)
  app.get('/settings', publicSettings)
  app.get('/.well-known/jwks.json', jwks)
  app.get('/.well-known/openid-configuration', openidConfiguration)
  app.get('/outbox', outbox)
  app.get('/captcha', readCaptcha)

  // Signing up and in. /signup and /token take from one of two buckets, by what is asked.
  app.post('/signup', requireCaptcha, steadyTime(STEADY_MS), signup)
  app.post('/token', readForm, requireCaptchaOfGrant, token)
  app.post('/otp', limit('otp'), requireCaptcha, steadyTime(STEADY_MS), otp)
  app.post('/magiclink', limit('otp'), requireCaptcha, steadyTime(STEADY_MS), magiclink)
  app.post('/recover', limit('otp'), requireCaptcha, steadyTime(STEADY_MS), recover)
  app.post('/resend', limit('otp'), requireCaptcha, steadyTime(STEADY_MS), resend)
  app.post('/verify', limit('verify'), verify)
  app.get('/verify', limit('verify'), followLink)

  // Signing in at a provider, and its answer
  app.get('/authorize', authorize)
  app.get('/callback', callback)
  app.post('/callback', callback)

  // The member's own account
  app.get('/user', requireUser, getUser)
  app.put('/user', limit('otp'), requireUser, requireOwnSession, updateUser)
  app.get('/user/identities/authorize', requireUser, requireOwnSession, authorizeIdentity)
  app.delete('/user/identities/:id', requireUser, requireOwnSession, unlinkIdentity)
  app.post('/logout', requireUser, logout)
  app.get('/reauthenticate', requireUser, requireOwnSession, reauthenticate)

  // Second factors
  app.post('/factors', requireUser, requirePermanentUser, requireOwnSession, enrollFactor)
  app.post(
    '/factors/:id/challenge',
    limit('factor'),
    requireUser,
    requirePermanentUser,
    requireOwnSession,
    challengeFactor,
  )
  app.post('/factors/:id/verify', limit('factor'), requireUser, requirePermanentUser, requireOwnSession, verifyFactor)
  app.delete('/factors/:id', requireUser, requirePermanentUser, requireOwnSession, unenrollFactor)

  // Passkeys
  app.use('/passkeys', requirePasskeys)
  app.use('/passkeys/*', requirePasskeys)
  app.post('/passkeys/registration/options', requireUser, requirePermanentUser, requireOwnSession, beginPasskey)
  app.post('/passkeys/registration/verify', requireUser, requirePermanentUser, requireOwnSession, finishPasskey)
  app.post('/passkeys/authentication/options', limit('passkey'), requireCaptcha, beginPasskeySignIn)
  app.post('/passkeys/authentication/verify', limit('passkey'), finishPasskeySignIn)
  app.get('/passkeys', requireUser, requireOwnSession, listOwnPasskeys)
  app.get('/passkeys/', requireUser, requireOwnSession, listOwnPasskeys)
  app.patch('/passkeys/:passkeyId', requireUser, requireOwnSession, renamePasskey)
  app.delete('/passkeys/:passkeyId', requireUser, requireOwnSession, removeOwnPasskey)

  // For the operator
  app.post('/invite', requireAdmin, invite)
  app.get('/admin/users', requireAdmin, listUsers)
  app.post('/admin/users', requireAdmin, createUser)
  app.get('/admin/users/:id', requireAdmin, readUser)
  app.put('/admin/users/:id', requireAdmin, changeUser)
  app.delete('/admin/users/:id', requireAdmin, removeUser)
  app.get('/admin/users/:id/factors', requireAdmin, listFactors)
  app.put('/admin/users/:id/factors/:factorId', requireAdmin, changeFactor)
  app.delete('/admin/users/:id/factors/:factorId', requireAdmin, removeFactor)
  app.get('/admin/users/:id/passkeys', requireAdmin, requirePasskeys, listPasskeys)
  app.delete('/admin/users/:id/passkeys/:passkeyId', requireAdmin, requirePasskeys, removePasskey)
  app.post('/admin/generate_link', requireAdmin, generateLink)
  app.get('/admin/custom-providers', requireAdmin, listCustomProviders)
  app.post('/admin/custom-providers', requireAdmin, createCustomProvider)
  app.get('/admin/custom-providers/:identifier', requireAdmin, getCustomProvider)
  app.put('/admin/custom-providers/:identifier', requireAdmin, updateCustomProvider)
  app.delete('/admin/custom-providers/:identifier', requireAdmin, deleteCustomProvider)
  app.get('/admin/audit', requireAdmin, listAudit)

  // Single sign-on
  app.use('/sso/*', requireSaml)
  app.post('/sso', limit('sso'), requireCaptcha, beginSso)
  app.get('/sso/saml/metadata', metadata)
  app.post('/sso/saml/acs', limit('saml'), consumeAssertion)
  app.get('/admin/sso/providers', requireAdmin, requireSaml, listProviders)
  app.post('/admin/sso/providers', requireAdmin, requireSaml, createProvider)
  app.get('/admin/sso/providers/:id', requireAdmin, requireSaml, readProvider)
  app.put('/admin/sso/providers/:id', requireAdmin, requireSaml, changeProvider)
  app.delete('/admin/sso/providers/:id', requireAdmin, requireSaml, removeProvider)

  // Signing members in at other apps
  app.use('/oauth/*', requireOauthServer)
  app.get('/.well-known/oauth-authorization-server', requireOauthServer, authorizationServer)
  app.post('/oauth/clients/register', limit('oauthRegister'), registerClient)
  app.get('/oauth/authorize', limit('token'), authorizeClient)
  app.post('/oauth/token', limit('token'), exchangeToken)
  app.get('/oauth/userinfo', requireUser, userinfo)
  app.post('/oauth/userinfo', requireUser, userinfo)
  app.get('/oauth/authorizations/:id', requireUser, requirePermanentUser, requireOwnSession, readAuthorization)
  app.post(
    '/oauth/authorizations/:id/consent',
    requireUser,
    requirePermanentUser,
    requireOwnSession,
    answerAuthorization,
  )
  app.get('/user/oauth/grants', requireUser, requireOwnSession, requireOauthServer, listOwnGrants)
  app.delete('/user/oauth/grants', requireUser, requireOwnSession, requireOauthServer, revokeOwnGrant)
  app.get('/admin/oauth/clients', requireAdmin, requireOauthServer, listClients)
  app.post('/admin/oauth/clients', requireAdmin, requireOauthServer, createClient)
  app.get('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, readClient)
  app.put('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, changeClient)
  app.delete('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, removeClient)
  app.post('/admin/oauth/clients/:id/regenerate_secret', requireAdmin, requireOauthServer, regenerateSecret)

  app.all('*', () => {
    throw errors.notFound()
  })
}
