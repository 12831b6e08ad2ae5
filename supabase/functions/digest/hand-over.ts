import { sendWithSecretKey } from '../_shared/service.ts'
import type { ComposedMail } from './compose-mail.ts'

const TIMEOUT_MS = 20_000

/**
 * Queues an email to be sent at most once. Repeating the call with the same id is safe. The accounts service of this
 * project queues the email. Hosted projects cannot do that, so there the secret MAIL_API_URL names a mail API that
 * accepts the JSON of Resend and its `Idempotency-Key`. Throws when the email was not accepted.
 */
export async function handOver(mail: ComposedMail & { id: string; recipient: string }): Promise<void> {
  const apiUrl = Deno.env.get('MAIL_API_URL')
  const response = apiUrl ? await postToApi(apiUrl, mail) : await postToAccounts(mail)
  if (!response.ok)
    throw new Error(`The email was rejected: ${response.status} ${(await response.text()).slice(0, 200)}`)
  await response.body?.cancel()
}

function postToAccounts({ id, recipient, subject, text, html, unsubscribeUrl }: Parameters<typeof handOver>[0]) {
  return sendWithSecretKey('/auth/v1/admin/outbox', {
    message_id: id,
    recipient,
    subject,
    text,
    html,
    unsubscribe_url: unsubscribeUrl,
  })
}

function postToApi(
  url: string,
  { id, recipient, subject, text, html, unsubscribeUrl }: Parameters<typeof handOver>[0],
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: {
      authorization: `Bearer ${Deno.env.get('MAIL_API_KEY') ?? ''}`,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body: JSON.stringify({
      from: Deno.env.get('MAIL_FROM'),
      to: [recipient],
      subject,
      text,
      html,
      headers: {
        'Auto-Submitted': 'auto-generated',
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  })
}
