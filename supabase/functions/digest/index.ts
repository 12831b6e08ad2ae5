/**
 * Emails the notifications that are due: at once or as the daily digest. The server's chore calls it with the secret
 * key. Each email has an id, under which the accounts service or the mail API sends it once. Responds with the numbers
 * of emails that were queued, dropped and failed.
 */
import * as v from 'valibot'
import { createSecretClient, isOperator } from '../_shared/service.ts'
import { getSiteName } from '../_shared/site-name.ts'
import { composeMail, type MailedSite } from './compose-mail.ts'
import { DueMail } from './due-mail.ts'
import { handOver } from './hand-over.ts'

const BATCH_SIZE = 20

Deno.serve(async (request) => {
  if (!(await isOperator(request)))
    return Response.json({ error: 'Only the secret key may send emails.' }, { status: 403 })
  const client = createSecretClient()
  const { data, error } = await client.rpc('claim_mails', { most: BATCH_SIZE })
  if (error) throw new Error(error.message)
  const mails = v.parse(v.array(DueMail), data)
  if (mails.length === 0) return Response.json({ sent: 0, dropped: 0, failed: 0 })
  const site = { name: await getSiteName(client), url: findSiteUrl() }
  const counts = { sent: 0, dropped: 0, pending: 0 }
  for (const mail of mails) {
    const { status, problem } = await send(mail, site)
    const { id, attempts } = mail
    const recorded = await client.rpc('record_mail', { id, attempts, status, error: problem })
    if (recorded.error) throw new Error(recorded.error.message)
    counts[status] += 1
  }
  return Response.json({ sent: counts.sent, dropped: counts.dropped, failed: counts.pending })
})

/** Queues an email. Drops it if it has no content left or no confirmed address. */
async function send(
  mail: DueMail,
  site: MailedSite,
): Promise<{ status: 'sent' | 'dropped' | 'pending'; problem: string | null }> {
  if (mail.recipient === null || mail.notifications.length === 0) return { status: 'dropped', problem: null }
  try {
    await handOver({ id: mail.id, recipient: mail.recipient, ...composeMail(mail, site) })
    return { status: 'sent', problem: null }
  } catch (error) {
    return { status: 'pending', problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns the public URL of the site, without a trailing slash. On a hosted project it is the secret SITE_URL. */
function findSiteUrl(): string {
  return (Deno.env.get('SITE_URL') ?? Deno.env.get('SUPABASE_URL') ?? '').replace(/\/$/, '')
}
