import type { AuthSettings } from '../../settings.ts'
import type { ClaimedMail } from '../../tables/outbox.ts'

/** An email as it is sent. */
export interface SmtpMessage {
  envelope: { from: string | false; to: string[] }
  raw: Buffer
}

/**
 * Composes an email in MIME. Emails of the site carry their id as Message-ID in every attempt, the headers for
 * one-click unsubscribe (RFC 8058), and the header of automatic emails (RFC 3834), which suppresses vacation replies.
 */
export async function composeMessage(mail: ClaimedMail, settings: AuthSettings): Promise<SmtpMessage> {
  const { recipient, subject, text, html } = mail
  const from = { name: settings.smtpSenderName, address: settings.smtpFrom ?? '' }
  const headers = mail.message_id ? listSiteHeaders(mail, settings) : {}
  // Loaded on first use, because sites without a mail server never need it.
  const { createTransport } = await import('nodemailer')
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { envelope, message } = await composer.sendMail({
    from,
    to: { name: '', address: recipient },
    subject,
    text,
    html,
    ...headers,
  })
  return { envelope, raw: message as Buffer }
}

function listSiteHeaders({ message_id: id, unsubscribe_url: url }: ClaimedMail, { siteUrl, smtpFrom }: AuthSettings) {
  const host = smtpFrom?.split('@').at(-1) || new URL(siteUrl).hostname
  return {
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(url && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}
