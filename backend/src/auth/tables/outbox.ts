import type { HookMail, Mail, SiteMail, Statements } from '../kernel/dependencies.ts'

export interface OutboxRow extends Mail {
  id: string
  kind: 'email' | 'sms'
  attempts: number
  created_at: Date
}

/** An email to send. */
export interface ClaimedMail extends OutboxRow {
  /** Null for emails of this service, which may be sent twice. */
  message_id: string | null
  unsubscribe_url: string | null
  /** Null for emails that the mail server sends. */
  hook_input: (HookMail['input'] & { client_ip: string | null }) | null
}

/** Queues an email. With `sendAfter` null it stays in the outbox. */
export async function createOutboxMail(sql: Statements, mail: Mail, sendAfter: Date | null, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, subject, text, html, send_after, created_at)
    values ('email', ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${sendAfter}, ${now})`
}

/** Queues an email for the hook. */
export async function createHookMail(sql: Statements, mail: HookMail, now: Date): Promise<void> {
  const input = { ...mail.input, client_ip: mail.clientIp }
  await sql`
    insert into auth.outbox (kind, recipient, subject, text, html, hook_input, send_after, created_at)
    values ('email', ${mail.recipient}, '', '', '', ${sql.json(input)}, ${now}, ${now})`
}

/** Queues an email of the site. Returns false if one with its id was queued before, even if that was sent. */
export async function createSiteMail(
  sql: Statements,
  mail: SiteMail,
  sendAfter: Date | null,
  now: Date,
): Promise<boolean> {
  const { recipient, subject, text, html, messageId, unsubscribeUrl } = mail
  const rows = await sql`
    insert into auth.outbox (kind, recipient, subject, text, html, message_id, unsubscribe_url, send_after, created_at)
    values ('email', ${recipient}, ${subject}, ${text}, ${html}, ${messageId}, ${unsubscribeUrl}, ${sendAfter}, ${now})
    on conflict (message_id) where message_id is not null do nothing returning id`
  return rows.length > 0
}

/** Stores an SMS in the outbox, for installations without a provider. */
export async function createOutboxSms(sql: Statements, phone: string, text: string, now: Date): Promise<void> {
  await sql`
    insert into auth.outbox (kind, recipient, text, send_after, created_at)
    values ('sms', ${phone}, ${text}, null, ${now})`
}

/**
 * Claims the next due email, those with codes first. Other processes skip it for a time that grows with each attempt,
 * so that an email is retried when its sender crashes. Returns undefined when none is due.
 */
export async function claimOutboxMail(sql: Statements, now: Date): Promise<ClaimedMail | undefined> {
  const [row] = await sql<ClaimedMail[]>`
    update auth.outbox
    set send_after = ${now}::timestamptz + least(3600, 60 * 2 ^ attempts) * interval '1 second', attempts = attempts + 1
    where id = coalesce(
      (select id from auth.outbox where send_after <= ${now} and message_id is null
        order by send_after limit 1 for update skip locked),
      (select id from auth.outbox where send_after <= ${now} and message_id is not null
        order by send_after limit 1 for update skip locked))
    returning id, kind, recipient, subject, text, html, attempts, created_at, message_id, unsubscribe_url, hook_input`
  return row
}

/**
 * Removes an email from the queue just before its last byte is sent, so that it is never sent twice. Returns false if
 * another process has claimed it in the meantime.
 */
export async function dequeueSiteMail(sql: Statements, { id, attempts }: ClaimedMail): Promise<boolean> {
  const rows = await sql`
    update auth.outbox set send_after = null where id = ${id} and attempts = ${attempts} and send_after is not null
    returning id`
  return rows.length > 0
}

/** Puts an email back into the queue after the mail server has certainly rejected it. */
export async function retrySiteMail(sql: Statements, { id, attempts }: ClaimedMail, now: Date): Promise<void> {
  await sql`
    update auth.outbox set send_after = ${now}::timestamptz + least(3600, 60 * 2 ^ attempts) * interval '1 second'
    where id = ${id} and attempts = ${attempts}`
}

/** Stores the id of a sent email and deletes its content. */
export async function completeSiteMail(sql: Statements, id: string, now: Date): Promise<void> {
  await sql`
    update auth.outbox set sent_at = ${now}, send_after = null, recipient = '', subject = '', text = '', html = '',
      unsubscribe_url = null
    where id = ${id}`
}

/** Stops sending an email, which stays in the outbox. */
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
    where send_after is null and sent_at is null order by id desc limit ${limit}`
}
