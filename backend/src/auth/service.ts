import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { ApiKeys } from '../http/caller.ts'
import type { Log } from '../http/log.ts'
import type { Tokens } from '../http/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { startCleanup } from './cleanup.ts'
import type { AuthEnv, AuthParts } from './context.ts'
import { errors } from './errors.ts'
import { createMailer } from './mail/mailer.ts'
import { renderError } from './render-error.ts'
import { addRoutes } from './routes.ts'
import type { AuthSettings } from './settings.ts'

const MAX_BODY_BYTES = 1024 * 1024
const POOL_SIZE = 10
const REQUEST_TIMEOUT_MS = 10_000
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
  const connection = { lock_timeout: LOCK_TIMEOUT_MS, statement_timeout: REQUEST_TIMEOUT_MS }
  const sql = connect('supabase_auth_admin', { max: POOL_SIZE, connection })
  const mailer = createMailer({ sql, settings, log, now })
  startCleanup({ sql, settings, log, now })
  announce(settings, log)
  return createApp({ sql, tokens, keys, settings, log, mailer, now })
}

function createApp(parts: AuthParts): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.use(async (request, next) => {
    request.set('parts', parts)
    await next()
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
      ],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  )
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw errors.bodyTooLarge()
      },
    }),
  )
  app.onError((error, request) => renderError(request, error))
  addRoutes(app)
  return app
}

function announce(settings: AuthSettings, log: Log): void {
  if (settings.smtpHost) return
  const confirmed = settings.mailerAutoconfirm ? 'new accounts are confirmed at once and ' : ''
  const page = `${settings.externalUrl}/outbox`
  log.info(`No mail server is set (SMTP_HOST): ${confirmed}mails stay in the outbox, ${page} on this machine.`)
}
