import type { Statements } from '../kernel/dependencies.ts'
import type { SmsChannel } from '../kernel/values/phone.ts'

/** An SMS that waits for the provider or the hook. */
export interface QueuedSms {
  id: string
  user_id: string
  phone: string
  code: string
  text: string
  channel: SmsChannel
  sms_type: string | null
  client_ip: string | null
  expires_at: Date
}

export async function createQueuedSms(sql: Statements, sms: QueuedSms, now: Date): Promise<void> {
  await sql`
    insert into auth.sms_queue (
      id, user_id, phone, code, text, channel, sms_type, client_ip, created_at, expires_at, send_after)
    values (${sms.id}, ${sms.user_id}, ${sms.phone}, ${sms.code}, ${sms.text}, ${sms.channel}, ${sms.sms_type},
      ${sms.client_ip}, ${now}, ${sms.expires_at}, ${now})`
}

/**
 * Claims the next due SMS whose code is still valid. Other attempts wait for `leaseMs`, doubled with each attempt, so
 * that an SMS is retried when its sender crashes. Returns undefined when none is due.
 */
export async function claimQueuedSms(
  sql: Statements,
  leaseMs: number,
  now: Date,
): Promise<(QueuedSms & { attempts: number }) | undefined> {
  const [row] = await sql<(QueuedSms & { attempts: number })[]>`
    update auth.sms_queue
    set send_after = ${now}::timestamptz + least(3600, ${leaseMs / 1_000}::float8 * 2 ^ least(attempts, 20)) * interval '1 second',
      attempts = attempts + 1
    where id = (
      select id from auth.sms_queue where send_after <= ${now} and expires_at > ${now}
      order by send_after limit 1 for update skip locked)
    returning id, user_id, phone, code, text, channel, sms_type, client_ip, expires_at, attempts`
  return row
}

export async function deleteQueuedSms(sql: Statements, id: string): Promise<void> {
  await sql`delete from auth.sms_queue where id = ${id}`
}

/** Deletes SMS whose codes have expired, and returns their ids. */
export async function deleteExpiredSms(sql: Statements, now: Date): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`delete from auth.sms_queue where expires_at <= ${now} returning id`
  return rows.map(({ id }) => id)
}
