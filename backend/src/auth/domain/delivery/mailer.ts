import { createTransport, type Transporter } from 'nodemailer'
import type { Log } from '../../../http/log.ts'
import type { Sql } from '../../../postgres/sql.ts'
import type { Mailer } from '../../kernel/dependencies.ts'
import type { AuthSettings } from '../../settings.ts'
import {
  claimOutboxMail,
  createOutboxMail,
  deleteOutboxMail,
  type OutboxRow,
  stopSendingMail,
} from '../../tables/outbox.ts'
import { createBackgroundSender } from './background-sender.ts'

interface MailerOptions {
  sql: Sql
  settings: AuthSettings
  log: Log
  now: () => Date
}

const MAX_ATTEMPTS = 8
const SWEEP_MS = 30_000
/** Shorter than the time after which another process retries the same mail. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }

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
    deliver: () => {},
  }
}

function createSmtpMailer(options: MailerOptions): Mailer {
  const transport = openTransport(options.settings)
  const { log, now } = options
  return {
    async enqueue(sql, { link: _link, ...mail }) {
      await createOutboxMail(sql, mail, now(), now())
    },
    deliver: createBackgroundSender({ sendNext: () => sendNext(transport, options), lanes: 1, sweepMs: SWEEP_MS, log }),
  }
}

/** Sends the next due mail. Returns false when there is none. */
async function sendNext(transport: Transporter, { sql, settings, log, now }: MailerOptions): Promise<boolean> {
  const mail = await claimOutboxMail(sql, now())
  if (!mail) return false
  try {
    await transport.sendMail(toEnvelope(mail, settings))
    await deleteOutboxMail(sql, mail.id)
  } catch (error) {
    if (mail.attempts >= MAX_ATTEMPTS) await stopSendingMail(sql, mail.id)
    log.error('mail not sent', { recipient: mail.recipient, subject: mail.subject, attempts: mail.attempts, error })
  }
  return true
}

function toEnvelope({ recipient, subject, text, html }: OutboxRow, settings: AuthSettings) {
  const from = { name: settings.smtpSenderName, address: settings.smtpFrom }
  return { from, to: { name: '', address: recipient }, subject, text, html }
}

function openTransport({ smtpHost, smtpPort, smtpUser, smtpPassword }: AuthSettings): Transporter {
  const auth = smtpUser ? { auth: { user: smtpUser, pass: smtpPassword ?? '' } } : {}
  return createTransport({ host: smtpHost, port: smtpPort, secure: smtpPort === 465, ...auth, ...TIMEOUTS })
}
