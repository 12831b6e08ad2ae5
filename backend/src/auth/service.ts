import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { ApiKeys } from '../http/caller.ts'
import type { Log } from '../http/log.ts'
import type { Tokens } from '../http/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { startCleanup } from './cleanup.ts'
import { createMailer } from './domain/delivery/mailer.ts'
import { requireTemplates } from './domain/delivery/templates.ts'
import { errors } from './errors.ts'
import type { AuthEnv, AuthParts } from './kernel/dependencies.ts'
import { runInScope } from './kernel/request-scope.ts'
import { requestLimit, verifyToken } from './requests/incoming.ts'
import { renderError } from './requests/render-error.ts'
import { getClient } from './requests/request-client.ts'
import { addRoutes } from './routes.ts'
import type { AuthSettings } from './settings.ts'

const MAIL_TEMPLATES = [
  'templateConfirmation',
  'templateInvite',
  'templateRecovery',
  'templateMagicLink',
  'templateEmailChange',
  'templateReauthentication',
] as const
const MAX_BODY_BYTES = 1024 * 1024
const POOL_SIZE = 10
const COUNTER_POOL_SIZE = 2
/** Contenders for one session or account wait this long; then they are told to try again. */
const LOCK_TIMEOUT_MS = 5_000

export interface AuthServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  keys: ApiKeys
  settings: AuthSettings
  log: Log
  now?: () => Date
}

/** The accounts service, to be mounted under /auth/v1. Speaks the wire protocol of supabase/auth (contract: README.md). */
export function createAuthService({
  connect,
  tokens,
  keys,
  settings,
  log,
  now = () => new Date(),
}: AuthServiceOptions) {
  const connection = { lock_timeout: LOCK_TIMEOUT_MS, statement_timeout: settings.maxRequestMs }
  const sql = connect('supabase_auth_admin', { max: POOL_SIZE, connection })
  const counters = connect('supabase_auth_admin', { max: COUNTER_POOL_SIZE, connection })
  requireTemplates(MAIL_TEMPLATES.map((name) => settings[name]))
  const mailer = createMailer({ sql, settings, log, now })
  startCleanup({ sql, settings, log, now })
  announce(settings, log)
  return createApp({ sql, counters, tokens, keys, settings, log, mailer, now })
}

function createApp(parts: AuthParts): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.use(async (request, next) => {
    request.set('parts', parts)
    const onFailure = (error: unknown) => parts.log.error('hook failed', { error })
    await runInScope(getClient(request).ip ?? '', next, onFailure)
  })
  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: [
        'Accept',
        'Authorization',
        'Content-Type',
        'apikey',
        'X-Client-IP',
        'X-Client-Info',
        'X-JWT-AUD',
        'x-use-cookie',
        'X-Supabase-Api-Version',
        ...parts.settings.corsAllowedHeaders,
      ],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  )
  app.use(makeRealRequest)
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw errors.bodyTooLarge()
      },
    }),
  )
  app.onError((error, request) => renderError(request, error))
  app.use(requestLimit(parts.settings.maxRequestMs))
  app.use(verifyToken)
  addRoutes(app)
  return app
}

/**
 * What the HTTP server hands over only looks like a Request. The limit makes a new one of a body without a length (chunks, or a
 * DELETE without any), and the platform refuses to do that with a look-alike.
 */
const makeRealRequest: MiddlewareHandler = (context, next) => {
  const { url, method, headers, body, signal } = context.req.raw
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  if (body && !headers.has('content-length')) context.req.raw = new Request(url, init)
  return next()
}

function announce(settings: AuthSettings, log: Log): void {
  if (settings.smtpHost || settings.hookSendEmail) return
  const confirmed = settings.mailerAutoconfirm ? 'new accounts are confirmed at once and ' : ''
  const page = `${settings.externalUrl}/outbox`
  log.info(`No mail server is set (SMTP_HOST): ${confirmed}mails stay in the outbox, ${page} on this machine.`)
}
