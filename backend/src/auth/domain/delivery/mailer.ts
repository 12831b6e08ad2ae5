import type { Log } from '../../../http/log.ts'
import type { Sql } from '../../../postgres/statements/sql.ts'
import type { Mailer } from '../../kernel/dependencies.ts'
import type { AuthSettings } from '../../settings.ts'
import {
  type ClaimedMail,
  claimOutboxMail,
  completeSiteMail,
  createHookMail,
  createOutboxMail,
  createSiteMail,
  deleteOutboxMail,
  dequeueSiteMail,
  retrySiteMail,
  stopSendingMail,
} from '../../tables/outbox.ts'
import { callHook, hasHook } from '../hooks/call-hook.ts'
import { createBackgroundSender } from './background-sender.ts'
import { isRejection } from './is-rejection.ts'
import { sendMessage } from './smtp-connection.ts'
import { composeMessage } from './smtp-message.ts'

interface MailerOptions {
  sql: Sql
  settings: AuthSettings
  log: Log
  now: () => Date
}

const MAX_ATTEMPTS = 8
const SWEEP_MS = 30_000
/** A slow hook delays the emails of one lane only. */
const HOOK_LANES = 4

/**
 * Creates a mailer that sends by the hook `send_email`, or by SMTP when a server is set. Otherwise emails stay in the
 * outbox and their link is logged.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { settings, log, now } = options
  const hasServer = settings.smtpHost !== undefined
  const dueAt = () => (hasServer ? now() : null)
  const callsHook = hasHook(options, 'send-email')
  const lanes = callsHook ? HOOK_LANES : 1
  return {
    async enqueue(sql, { link, ...mail }) {
      await createOutboxMail(sql, mail, dueAt(), now())
      if (!hasServer) log.info('mail kept in the outbox', { recipient: mail.recipient, subject: mail.subject, link })
    },
    enqueueForHook: (sql, mail) => createHookMail(sql, mail, now()),
    enqueueOnce: (sql, mail) => createSiteMail(sql, mail, dueAt(), now()),
    deliver:
      hasServer || callsHook
        ? createBackgroundSender({ sendNext: () => sendNext(options), lanes, sweepMs: SWEEP_MS, log })
        : () => {},
  }
}

/** Sends the next due email. Returns false when there is none. */
async function sendNext(options: MailerOptions): Promise<boolean> {
  const mail = await claimOutboxMail(options.sql, options.now())
  if (!mail) return false
  if (mail.hook_input) await sendByHook(options, mail, mail.hook_input)
  // Queued while a mail server was set.
  else if (options.settings.smtpHost === undefined) await stopSendingMail(options.sql, mail.id)
  else if (mail.message_id === null) await sendAtLeastOnce(options, mail)
  else await sendAtMostOnce(options, mail)
  return true
}

/**
 * Sends a code through the hook. Failures are logged but not reported to the client, because they would reveal an
 * account.
 */
async function sendByHook(
  options: MailerOptions,
  mail: ClaimedMail,
  { client_ip: ip, ...input }: NonNullable<ClaimedMail['hook_input']>,
): Promise<void> {
  const { sql, log } = options
  try {
    await callHook({ ...options, client: { ip, userAgent: '' } }, sql, 'send-email', input)
    await deleteOutboxMail(sql, mail.id)
  } catch (error) {
    if (isRejection(error) || mail.attempts >= MAX_ATTEMPTS) await deleteOutboxMail(sql, mail.id)
    const { recipient, attempts } = mail
    log.error(isRejection(error) ? 'mail rejected by the hook' : 'mail not sent', { recipient, attempts, error })
  }
}

/** Sends a code. A crash may send it twice, which is better than never. */
async function sendAtLeastOnce({ sql, settings, log }: MailerOptions, mail: ClaimedMail): Promise<void> {
  try {
    await sendMessage(settings, await composeMessage(mail, settings), async () => undefined)
    await deleteOutboxMail(sql, mail.id)
  } catch (error) {
    if (mail.attempts >= MAX_ATTEMPTS) await stopSendingMail(sql, mail.id)
    logFailure(log, mail, error)
  }
}

/**
 * Sends an email of the site. It is removed from the queue before the line that ends the message is written. If this
 * process crashes earlier, another one sends the email. If it crashes later, the email is never sent again and stays in
 * the outbox for the operator ([decision 064](../../../../../docs/decisions/064-mails-once.md)).
 */
async function sendAtMostOnce({ sql, settings, log, now }: MailerOptions, mail: ClaimedMail): Promise<void> {
  let isOut = false
  try {
    await sendMessage(settings, await composeMessage(mail, settings), async () => {
      if (!(await dequeueSiteMail(sql, mail))) throw new Error('Another process sends this email.')
      isOut = true
    })
    await completeSiteMail(sql, mail.id, now())
  } catch (error) {
    // A response proves that the server has rejected the email. Without one, the email may have been delivered.
    if (mail.attempts >= MAX_ATTEMPTS) await stopSendingMail(sql, mail.id)
    else if (isOut && isResponse(error)) await retrySiteMail(sql, mail, now())
    logFailure(log, mail, error)
  }
}

function isResponse(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
}

function logFailure(log: Log, { recipient, subject, attempts }: ClaimedMail, error: unknown): void {
  log.error('mail not sent', { recipient, subject, attempts, error })
}
