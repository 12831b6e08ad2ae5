import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Log } from '../http/log.ts'
import type { ApiKeys } from '../http/tokens/caller.ts'
import type { Tokens } from '../http/tokens/tokens.ts'
import type { Database } from '../postgres/database.ts'
import { createMailer } from './domain/delivery/mailer.ts'
import { createOutboxLink } from './domain/delivery/outbox-access.ts'
import { createSmsSender } from './domain/delivery/sms-sender.ts'
import { requireTemplates } from './domain/delivery/templates.ts'
import { errors } from './errors.ts'
import { outbox } from './flows/public/outbox.ts'
import type { AuthServices, SignUpGate } from './kernel/dependencies.ts'
import type { AuthEnv } from './requests/context.ts'
import { requireGet } from './requests/guards.ts'
import { requestLimit, verifyToken } from './requests/incoming.ts'
import { renderError } from './requests/render-error.ts'
import { readClient } from './requests/request-client.ts'
import { addRoutes } from './routes.ts'
import type { AuthSettings } from './settings.ts'
import {
  deleteExpiredOutboxKeys,
  deleteExpiredStates,
  deleteFullBuckets,
  deleteOld,
  deleteSentMails,
} from './tables/cleanup.ts'
import { deleteExpiredSms } from './tables/sms-queue.ts'

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
/** The maximum time that a request waits for a connection. After that, the response is 503. */
const ACQUIRE_TIMEOUT_MS = 3000
const HOUR_MS = 3_600_000
/** The time to wait for a lock on a session or account. After that the client must retry. */
const LOCK_TIMEOUT_MS = 5_000

export interface AuthServiceOptions {
  connect: Database['connect']
  tokens: Tokens
  keys: ApiKeys
  settings: AuthSettings
  log: Log
  /** Decides who may create an account. By default everyone may. */
  signUpGate?: SignUpGate
  now?: () => Date
}

/** Creates the accounts service, to be mounted under /auth/v1. It speaks the wire protocol of supabase/auth. */
export function createAuthService({
  connect,
  tokens,
  keys,
  settings,
  log,
  signUpGate = async () => true,
  now = () => new Date(),
}: AuthServiceOptions) {
  const limits = { lock_timeout: LOCK_TIMEOUT_MS, statement_timeout: settings.maxRequestMs }
  const pool = { settings: limits, acquireTimeoutMs: ACQUIRE_TIMEOUT_MS }
  const sql = connect('supabase_auth_admin', { ...pool, max: POOL_SIZE })
  requireTemplates(MAIL_TEMPLATES.map((name) => settings[name]))
  const mailer = createMailer({ sql, settings, log, now })
  const smsSender = createSmsSender({ sql, settings, log, now })
  startCleanup({ sql, settings, log, now })
  return createApp({ sql, tokens, keys, settings, log, mailer, smsSender, signUpGate, now })
}

function createApp(services: AuthServices): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.use(provideDependencies(services))
  app.onError((error, request) => renderError(request, error))
  // Without CORS: no other page may read it.
  app.get('/outbox', requireGet, outbox)
  app.all('/outbox', () => {
    throw errors.notFound()
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
        ...services.settings.corsAllowedHeaders,
      ],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
    }),
  )
  app.use(createRealRequest)
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw errors.bodyTooLarge()
      },
    }),
  )
  app.use(requestLimit(services.settings.maxRequestMs))
  app.use(verifyToken)
  addRoutes(app)
  return app
}

/** Adds the data of one request to the services, and runs its deferred tasks after the response. */
function provideDependencies(services: AuthServices): MiddlewareHandler<AuthEnv> {
  return async (request, next) => {
    const deferred: (() => Promise<void>)[] = []
    const undoing: (() => Promise<void>)[] = []
    const client = readClient(request, services.settings)
    request.set('dependencies', {
      ...services,
      client,
      afterResponse: (task) => void deferred.push(task),
      onFailure: (task) => void undoing.push(task),
    })
    await next()
    if (request.error) for (const task of undoing) await task()
    const logFailure = (error: unknown) => services.log.error('hook failed', { error })
    // After a timeout, work continues and may add tasks.
    const ended = Promise.allSettled([request.var.work])
    void ended.then(() => {
      for (const task of deferred) void task().catch(logFailure)
    })
  }
}

/**
 * Replaces the Request-like object of the HTTP server with a real Request. The body limit creates a new Request for
 * bodies without a length (chunked, or a DELETE without one), which fails for objects that are only like one.
 */
const createRealRequest: MiddlewareHandler = (context, next) => {
  const declaredBytes = context.req.raw.headers.get('content-length')
  // Checked before anything begins to read the body, because the rest of a body that is being read cannot be drained.
  if (Number(declaredBytes) > MAX_BODY_BYTES) throw errors.bodyTooLarge()
  if (declaredBytes !== null) return next()
  const { url, method, headers, body, signal } = context.req.raw
  const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
  if (body) context.req.raw = new Request(url, init)
  return next()
}

/** Prints a link to the outbox at start-up, when emails stay there. */
export async function announceOutbox({
  sql,
  settings,
  log,
}: Pick<AuthServices, 'sql' | 'settings' | 'log'>): Promise<void> {
  if (settings.smtpHost || settings.hookSendEmail) return
  const confirmed = settings.mailerAutoconfirm ? 'new accounts are confirmed at once and ' : ''
  const link = await createOutboxLink(sql, { settings, now: () => new Date() })
  log.info(`No mail server is set (SMTP_HOST): ${confirmed}emails stay in the outbox. This link opens it once.`, {
    link,
  })
}

/** Deletes expired data every hour. Several processes may run it concurrently. */
function startCleanup({ sql, settings, log, now }: Pick<AuthServices, 'sql' | 'settings' | 'log' | 'now'>): void {
  const clean = async () => {
    await deleteFullBuckets(sql, now())
    await deleteExpiredStates(sql, settings, now())
    await deleteExpiredOutboxKeys(sql, now())
    await deleteExpiredSms(sql, now())
    await deleteSentMails(sql, now())
    if (settings.cleanup) await deleteOld(sql, settings, now())
  }
  const run = () => void clean().catch((error: unknown) => log.warn('cleanup failed', { error }))
  setInterval(run, HOUR_MS).unref()
}
