import type { Mail, Statements } from '../kernel/dependencies.ts'

export interface OutboxRow extends Mail {
  id: string
  kind: 'email' | 'sms'
  attempts: number
  created_at: Date
}

/** Queues a mail. With `sendAfter` null it stays in the outbox. */
export async function createOutboxMail(sql: Statements, mail: Mail, sendAfter: Date | null, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, subject, text, html, send_after, created_at)
    values ('email', ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${sendAfter}, ${now})`
}

/** Stores an SMS in the outbox, for installations without a provider. */
export async function createOutboxSms(sql: Statements, phone: string, text: string, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, text, send_after, created_at)
    values ('sms', ${phone}, ${text}, null, ${now})`
}

/**
 * Claims the next due mail. Other processes skip it for a time that grows with each attempt, so that a mail is retried
 * when its sender crashes. Returns undefined when none is due.
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

/** Stops sending a mail, which stays in the outbox. */
export async function stopSendingMail(sql: Statements, id: string): Promise<void> {
  await sql`update auth.outbox set send_after = null where id = ${id}`
}

export async function deleteOutboxMail(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.outbox where id = ${id}`
}

/** Lists unsent messages, newest first. */
export async function listOutbox(sql: Statements, limit: number): Promise<OutboxRow[]> {
  return sql<OutboxRow[]>`
    select id, kind, recipient, subject, text, html, attempts, created_at from auth.outbox
    where send_after is null order by id desc limit ${limit}`
}
