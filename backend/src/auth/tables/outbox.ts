import type { Mail, Statements } from '../kernel/dependencies.ts'

export interface OutboxRow extends Mail {
  id: string
  kind: 'email' | 'sms'
  attempts: number
  created_at: Date
}

/** Puts a mail on its way; with `sendAfter` null it stays to be read. */
export async function createOutboxMail(sql: Statements, mail: Mail, sendAfter: Date | null, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, subject, text, html, send_after, created_at)
    values ('email', ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${sendAfter}, ${now})`
}

/** Keeps an SMS to be read, where no provider is set that would send it. */
export async function createOutboxSms(sql: Statements, phone: string, text: string, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, text, send_after, created_at)
    values ('sms', ${phone}, ${text}, null, ${now})`
}

/**
 * Takes the next mail that is due. No other process sees it for a while, longer after each attempt, so that a mail whose
 * sender crashed is tried again. Undefined when there is none.
 */
export async function claimOutboxMail(sql: Statements, now: Date): Promise<OutboxRow | undefined> {
  const [row] = await sql<OutboxRow[]>`
    update auth.outbox
    set send_after = ${now}::timestamptz + least(3600, 60 * 2 ^ attempts) * interval '1 second', attempts = attempts + 1
    where id = (
      select id from auth.outbox where send_after <= ${now} order by send_after limit 1 for update skip locked)
    returning id, kind, recipient, subject, text, html, attempts, created_at`
  return row
}

/** Stops trying to send a mail; it stays to be read. */
export async function stopSendingMail(sql: Statements, id: string): Promise<void> {
  await sql`update auth.outbox set send_after = null where id = ${id}`
}

export async function deleteOutboxMail(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.outbox where id = ${id}`
}

/** Newest first: what nobody sent. */
export async function listOutbox(sql: Statements, limit: number): Promise<OutboxRow[]> {
  return sql<OutboxRow[]>`
    select id, kind, recipient, subject, text, html, attempts, created_at from auth.outbox
    where send_after is null order by id desc limit ${limit}`
}
