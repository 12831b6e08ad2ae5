import type { Log } from '../../http/log.ts'
import type { ApiKeys } from '../../http/tokens/caller.ts'
import type { Tokens } from '../../http/tokens/tokens.ts'
import type { Sql, Transaction } from '../../postgres/statements/sql.ts'
import type { AuthSettings } from '../settings.ts'

/** Services that live as long as the process. Created once by createAuthService. */
export interface AuthServices {
  /** Logged in as supabase_auth_admin, the owner of schema auth. */
  sql: Sql
  tokens: Tokens
  keys: ApiKeys
  settings: AuthSettings
  log: Log
  mailer: Mailer
  smsSender: SmsSender
  signUpGate: SignUpGate
  now(): Date
}

/**
 * Returns true if the site accepts a new account with this user metadata. It is called before the account is looked up,
 * so that its result reveals nothing about existing accounts.
 */
export type SignUpGate = (userMetadata: Record<string, unknown>) => Promise<boolean>

/** Everything a function of this service may depend on while it handles one request. */
export interface AuthDependencies extends AuthServices {
  client: RequestClient
  /**
   * Runs a task after the response is sent and its transactions have ended, successful or not. The request does not
   * wait for it.
   */
  afterResponse(task: () => Promise<void>): void
  /** Runs a task before an error is sent to the client, after the request's transactions have ended. */
  onFailure(task: () => Promise<void>): void
}

/** The origin of a request, as sessions and the audit log store it. */
export interface RequestClient {
  /** Null when unknown. */
  ip: string | null
  userAgent: string
}

export interface Mail {
  recipient: string
  subject: string
  text: string
  html: string
}

/** An email of the site. Its id stays the same when the site submits it again. */
export interface SiteMail extends Mail {
  messageId: string
  unsubscribeUrl: string | null
}

/** An email that the hook `send_email` sends instead of the mail server. */
export interface HookMail {
  recipient: string
  input: { user: Record<string, unknown>; email_data: Record<string, string> }
  /** The client that caused the email. */
  clientIp: string | null
}

/** Sends emails in the background, so that no request waits for the mail server. */
export interface Mailer {
  /** Queues an email within the caller's transaction. */
  enqueue(sql: Statements, mail: Mail & { link: string }): Promise<void>
  /** Queues an email for the hook within the caller's transaction. */
  enqueueForHook(sql: Statements, mail: HookMail): Promise<void>
  /** Queues an email of the site, which is never sent twice. Returns false if one with its id was queued before. */
  enqueueOnce(sql: Statements, mail: SiteMail): Promise<boolean>
  /** Sends queued emails in the background. Call it after the commit. */
  deliver(): void
}

/** Sends queued SMS in the background, so that no request waits for the provider. */
export interface SmsSender {
  deliver(): void
}

/** Anything that runs SQL: the pool or a transaction. */
export type Statements = Sql | Transaction
