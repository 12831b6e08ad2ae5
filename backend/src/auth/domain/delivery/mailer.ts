import type { Log } from '../../../http/log.ts'
import type { Sql } from '../../../postgres/sql.ts'
import type { Mailer } from '../../kernel/dependencies.ts'
import type { AuthSettings } from '../../settings.ts'
import {
  type ClaimedMail,
  claimOutboxMail,
  completeSiteMail,
  createOutboxMail,
  createSiteMail,
  deleteOutboxMail,
  retrySiteMail,
  stopSendingMail,
  takeOutSiteMail,
} from '../../tables/outbox.ts'
import { createBackgroundSender } from './background-sender.ts'
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

/**
 * Creates a mailer that sends by SMTP when a server is set. Otherwise mails stay in the outbox and their link is
 * logged.
 */
export function createMailer(options: MailerOptions): Mailer {
  return options.settings.smtpHost ? createSmtpMailer(options) : createOutboxMailer(options)
}

function createOutboxMailer({ log, now }: MailerOptions): Mailer {
  return {
    async enqueue(sql, { link, ...mail }) {
      await createOutboxMail(sql, mail, null, now())
      log.info('mail kept in the outbox', { recipient: mail.recipient, subject: mail.subject, link })
    },
    enqueueOnce: (sql, mail) => createSiteMail(sql, mail, null, now()),
    deliver: () => {},
  }
}

function createSmtpMailer(options: MailerOptions): Mailer {
  const { log, now } = options
  return {
    async enqueue(sql, { link: _link, ...mail }) {
      await createOutboxMail(sql, mail, now(), now())
    },
    enqueueOnce: (sql, mail) => createSiteMail(sql, mail, now(), now()),
    deliver: createBackgroundSender({ sendNext: () => sendNext(options), lanes: 1, sweepMs: SWEEP_MS, log }),
  }
}

/** Sends the next due mail. Returns false when there is none. */
async function sendNext(options: MailerOptions): Promise<boolean> {
  const mail = await claimOutboxMail(options.sql, options.now())
  if (!mail) return false
  if (mail.message_id === null) await sendAtLeastOnce(options, mail)
  else await sendAtMostOnce(options, mail)
  return true
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
 * Sends a mail of the site. It leaves the queue before the line that ends the message is written. A crash before that
 * leaves it to the next process; a crash after it never sends it again, and it stays in the outbox for the operator
 * ([decision 064](../../../../../docs/decisions/064-mails-once.md)).
 */
async function sendAtMostOnce({ sql, settings, log, now }: MailerOptions, mail: ClaimedMail): Promise<void> {
  let isOut = false
  try {
    await sendMessage(settings, await composeMessage(mail, settings), async () => {
      if (!(await takeOutSiteMail(sql, mail))) throw new Error('Another process sends this mail.')
      isOut = true
    })
    await completeSiteMail(sql, mail.id, now())
  } catch (error) {
    // With a response the server has rejected the mail for certain; without one nobody knows.
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
