import type { Hono } from 'hono'
import { errors } from './errors.ts'
import { logout } from './flows/account/logout.ts'
import { reauthenticate } from './flows/account/reauthenticate.ts'
import { unlinkIdentity } from './flows/account/unlink-identity.ts'
import { getUser, updateUser } from './flows/account/update-user.ts'
import { createUser } from './flows/admin/create-user.ts'
import {
  createCustomProvider,
  deleteCustomProvider,
  getCustomProvider,
  listCustomProviders,
  updateCustomProvider,
} from './flows/admin/custom-providers.ts'
import { deleteUser } from './flows/admin/delete-user.ts'
import { deleteFactor, deleteFactors, listFactors, updateFactor } from './flows/admin/factors.ts'
import { generateLink } from './flows/admin/generate-link.ts'
import { invite } from './flows/admin/invite.ts'
import { listAudit } from './flows/admin/list-audit.ts'
import { createLink, listOutbox, queueSiteMail } from './flows/admin/outbox.ts'
import { deletePasskey, listPasskeys } from './flows/admin/passkeys.ts'
import { updateUserAsAdmin } from './flows/admin/update-user.ts'
import { listUsers, readUser } from './flows/admin/users.ts'
import { getCaptcha } from './flows/captcha/altcha.ts'
import { requireCaptcha, requireCaptchaOfGrant } from './flows/captcha/require-captcha.ts'
import { challengeFactor } from './flows/factors/challenge-factor.ts'
import { enrollFactor } from './flows/factors/enroll-factor.ts'
import { unenrollFactor } from './flows/factors/unenroll-factor.ts'
import { verifyFactor } from './flows/factors/verify-factor.ts'
import { authorizeClient } from './flows/oauth-server/authorize.ts'
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  regenerateSecret,
  registerClient,
  requireOauthServer,
  updateClient,
} from './flows/oauth-server/clients.ts'
import { decideAuthorization, getAuthorization, listOwnGrants, revokeOwnGrant } from './flows/oauth-server/consent.ts'
import { authorizationServer } from './flows/oauth-server/discovery.ts'
import { userinfo } from './flows/oauth-server/member-claims.ts'
import { exchangeToken } from './flows/oauth-server/token.ts'
import { deleteOwnPasskey, listOwnPasskeys, renamePasskey } from './flows/passkeys/own-passkeys.ts'
import { requirePasskeys } from './flows/passkeys/passkey-access.ts'
import { beginPasskey, finishPasskey } from './flows/passkeys/register-passkey.ts'
import { beginPasskeySignIn, finishPasskeySignIn } from './flows/passkeys/sign-in-by-passkey.ts'
import { authorize, authorizeIdentity } from './flows/providers/authorize.ts'
import { callback } from './flows/providers/callback.ts'
import { publicSettings } from './flows/public/public-settings.ts'
import { health, jwks, openidConfiguration } from './flows/public/well-known.ts'
import { followLink } from './flows/sign-in/follow-link.ts'
import { magiclink, otp } from './flows/sign-in/otp.ts'
import { recover } from './flows/sign-in/recover.ts'
import { resend } from './flows/sign-in/resend.ts'
import { token } from './flows/sign-in/token.ts'
import { verify } from './flows/sign-in/verify.ts'
import { signUp } from './flows/sign-up/sign-up.ts'
import { readForm } from './requests/body.ts'
import type { AuthEnv } from './requests/context.ts'
import {
  limit,
  minimumResponseTime,
  requireAdmin,
  requireGet,
  requireOwnSession,
  requirePermanentUser,
  requireSaml,
  requireUser,
} from './requests/guards.ts'
import { loadHandler } from './requests/load-handler.ts'

/** The minimum time of responses that must not reveal whether an account exists. */
const MINIMUM_RESPONSE_MS = 120

const ssoProviders = () => import('./flows/sso/admin-providers.ts')

/** Adds every URL of the service with its guards, relative to /auth/v1. */
export function addRoutes(app: Hono<AuthEnv>): void {
  // Public
  app.get('/health', health)
  app.get('/settings', publicSettings)
  app.get('/.well-known/jwks.json', jwks)
  app.get('/.well-known/openid-configuration', openidConfiguration)
  app.get('/captcha', getCaptcha)

  // Sign-up and sign-in. /signup and /token choose one of two rate limits by their body.
  app.post('/signup', requireCaptcha, minimumResponseTime(MINIMUM_RESPONSE_MS), signUp)
  app.post('/token', readForm, requireCaptchaOfGrant, token)
  app.post('/otp', limit('otp'), requireCaptcha, minimumResponseTime(MINIMUM_RESPONSE_MS), otp)
  app.post('/magiclink', limit('otp'), requireCaptcha, minimumResponseTime(MINIMUM_RESPONSE_MS), magiclink)
  app.post('/recover', limit('otp'), requireCaptcha, minimumResponseTime(MINIMUM_RESPONSE_MS), recover)
  app.post('/resend', limit('otp'), requireCaptcha, minimumResponseTime(MINIMUM_RESPONSE_MS), resend)
  app.post('/verify', limit('verify'), verify)
  app.get('/verify', requireGet, limit('verify'), followLink)

  // Sign-in with a provider
  app.get('/authorize', requireGet, authorize)
  app.get('/callback', requireGet, callback)
  app.post('/callback', callback)

  // The member's own account
  app.get('/user', requireUser, getUser)
  app.put('/user', limit('otp'), requireUser, requireOwnSession, updateUser)
  app.get('/user/identities/authorize', requireGet, requireUser, requireOwnSession, authorizeIdentity)
  app.delete('/user/identities/:id', requireUser, requireOwnSession, unlinkIdentity)
  app.post('/logout', requireUser, logout)
  app.get('/reauthenticate', requireGet, requireUser, requireOwnSession, reauthenticate)

  // MFA factors
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
  app.delete('/passkeys/:passkeyId', requireUser, requireOwnSession, deleteOwnPasskey)

  // Administration
  app.post('/invite', requireAdmin, invite)
  app.get('/admin/users', requireAdmin, listUsers)
  app.post('/admin/users', requireAdmin, createUser)
  app.get('/admin/users/:id', requireAdmin, readUser)
  app.put('/admin/users/:id', requireAdmin, updateUserAsAdmin)
  app.delete('/admin/users/:id', requireAdmin, deleteUser)
  app.get('/admin/users/:id/factors', requireAdmin, listFactors)
  app.delete('/admin/users/:id/factors', requireAdmin, deleteFactors)
  app.put('/admin/users/:id/factors/:factorId', requireAdmin, updateFactor)
  app.delete('/admin/users/:id/factors/:factorId', requireAdmin, deleteFactor)
  app.get('/admin/users/:id/passkeys', requireAdmin, requirePasskeys, listPasskeys)
  app.delete('/admin/users/:id/passkeys/:passkeyId', requireAdmin, requirePasskeys, deletePasskey)
  app.post('/admin/generate_link', requireAdmin, generateLink)
  app.get('/admin/custom-providers', requireAdmin, listCustomProviders)
  app.post('/admin/custom-providers', requireAdmin, createCustomProvider)
  app.get('/admin/custom-providers/:identifier', requireAdmin, getCustomProvider)
  app.put('/admin/custom-providers/:identifier', requireAdmin, updateCustomProvider)
  app.delete('/admin/custom-providers/:identifier', requireAdmin, deleteCustomProvider)
  app.get('/admin/audit', requireAdmin, listAudit)
  app.get('/admin/outbox', requireAdmin, listOutbox)
  app.post('/admin/outbox', requireAdmin, queueSiteMail)
  app.post('/admin/outbox/links', requireAdmin, createLink)

  // Single sign-on. Its libraries for XML and certificates are large, and few sites use it.
  app.use('/sso/*', requireSaml)
  app.post(
    '/sso',
    limit('sso'),
    requireCaptcha,
    loadHandler(() => import('./flows/sso/begin-sso.ts'), 'beginSso'),
  )
  app.get(
    '/sso/saml/metadata',
    loadHandler(() => import('./flows/sso/service-provider-metadata.ts'), 'metadata'),
  )
  app.post(
    '/sso/saml/acs',
    limit('saml'),
    loadHandler(() => import('./flows/sso/assertion-consumer.ts'), 'consumeAssertion'),
  )
  app.get('/admin/sso/providers', requireAdmin, requireSaml, loadHandler(ssoProviders, 'listProviders'))
  app.post('/admin/sso/providers', requireAdmin, requireSaml, loadHandler(ssoProviders, 'createProvider'))
  app.get('/admin/sso/providers/:id', requireAdmin, requireSaml, loadHandler(ssoProviders, 'getProvider'))
  app.put('/admin/sso/providers/:id', requireAdmin, requireSaml, loadHandler(ssoProviders, 'updateProvider'))
  app.delete('/admin/sso/providers/:id', requireAdmin, requireSaml, loadHandler(ssoProviders, 'deleteProvider'))

  // The OAuth server for connected apps
  app.use('/oauth/*', requireOauthServer)
  app.get('/.well-known/oauth-authorization-server', requireOauthServer, authorizationServer)
  app.post('/oauth/clients/register', limit('oauthRegister'), registerClient)
  app.get('/oauth/authorize', requireGet, limit('token'), authorizeClient)
  app.post('/oauth/token', limit('token'), exchangeToken)
  app.get('/oauth/userinfo', requireUser, userinfo)
  app.post('/oauth/userinfo', requireUser, userinfo)
  app.get(
    '/oauth/authorizations/:id',
    requireGet,
    requireUser,
    requirePermanentUser,
    requireOwnSession,
    getAuthorization,
  )
  app.post(
    '/oauth/authorizations/:id/consent',
    requireUser,
    requirePermanentUser,
    requireOwnSession,
    decideAuthorization,
  )
  app.get('/user/oauth/grants', requireUser, requireOwnSession, requireOauthServer, listOwnGrants)
  app.delete('/user/oauth/grants', requireUser, requireOwnSession, requireOauthServer, revokeOwnGrant)
  app.get('/admin/oauth/clients', requireAdmin, requireOauthServer, listClients)
  app.post('/admin/oauth/clients', requireAdmin, requireOauthServer, createClient)
  app.get('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, getClient)
  app.put('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, updateClient)
  app.delete('/admin/oauth/clients/:id', requireAdmin, requireOauthServer, deleteClient)
  app.post('/admin/oauth/clients/:id/regenerate_secret', requireAdmin, requireOauthServer, regenerateSecret)

  app.all('*', () => {
    throw errors.notFound()
  })
}
