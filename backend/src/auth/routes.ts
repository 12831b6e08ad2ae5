import type { Hono } from 'hono'
import { changeUser } from './admin/change-user.ts'
import { createUser } from './admin/create-user.ts'
import { changeFactor, listFactors, removeFactor } from './admin/factors.ts'
import { generateLink } from './admin/generate-link.ts'
import { invite } from './admin/invite.ts'
import { listAudit } from './admin/list-audit.ts'
import { listUsers } from './admin/list-users.ts'
import { readUser } from './admin/read-user.ts'
import { removeUser } from './admin/remove-user.ts'
import type { AuthEnv } from './context.ts'
import { followLink } from './endpoints/follow-link.ts'
import { getUser } from './endpoints/get-user.ts'
import { logout } from './endpoints/logout.ts'
import { notOffered } from './endpoints/not-offered.ts'
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
import { limit, requireAdmin, requirePermanentUser, requireUser, steadyTime } from './guards.ts'

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

  // Signing up and in. /signup takes from its own bucket of the two, by what the body holds.
  app.post('/signup', steadyTime(STEADY_MS), signup)
  app.post('/token', limit('token'), token)
  app.post('/otp', limit('otp'), steadyTime(STEADY_MS), otp)
  app.post('/magiclink', limit('otp'), steadyTime(STEADY_MS), magiclink)
  app.post('/recover', limit('otp'), steadyTime(STEADY_MS), recover)
  app.post('/resend', limit('otp'), steadyTime(STEADY_MS), resend)
  app.post('/verify', limit('verify'), verify)
  app.get('/verify', limit('verify'), followLink)

  // The member's own account
  app.get('/user', requireUser, getUser)
  app.put('/user', limit('otp'), requireUser, updateUser)
  app.delete('/user/identities/:id', requireUser, unlinkIdentity)
  app.post('/logout', requireUser, logout)
  app.get('/reauthenticate', requireUser, reauthenticate)

  // Second factors
  app.post('/factors', requireUser, requirePermanentUser, enrollFactor)
  app.post('/factors/:id/challenge', limit('factor'), requireUser, requirePermanentUser, challengeFactor)
  app.post('/factors/:id/verify', limit('factor'), requireUser, requirePermanentUser, verifyFactor)
  app.delete('/factors/:id', requireUser, requirePermanentUser, unenrollFactor)

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
  app.post('/admin/generate_link', requireAdmin, generateLink)
  app.get('/admin/audit', requireAdmin, listAudit)

  // Not offered
  app.get('/authorize', notOffered.provider)
  app.get('/user/identities/authorize', requireUser, notOffered.linking)
  app.all('/sso', notOffered.saml)
  app.all('/sso/*', notOffered.saml)
  app.all('/passkeys', notOffered.passkeys)
  app.all('/passkeys/*', notOffered.passkeys)
  app.all('/oauth/*', notOffered.oauthServer)
  app.all('/admin/oauth/*', requireAdmin, notOffered.oauthServer)
  app.all('/user/oauth/*', requireUser, notOffered.oauthServer)

  app.all('*', () => {
    throw errors.notFound()
  })
}
