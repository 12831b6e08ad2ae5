import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { throwOnError } from './accounts.ts'

const EVENTS = ['spot.published', 'story.published', 'report.created', 'member.joined']
const USAGE = `Usage: npm run admin -- webhooks [add <url> <events> | remove <id>]
Events, separated by commas: ${EVENTS.join(', ')}`

const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  events: v.array(v.string()),
  is_enabled: v.boolean(),
  pending: v.number(),
  failed: v.number(),
})

/** Lists webhooks, adds one and shows its secret, or removes one. */
export async function manageWebhooks(client: SupabaseClient, words: string[]): Promise<string> {
  const [action, ...rest] = words
  if (action === undefined) return list(client)
  if (action === 'add' && rest.length === 2) return add(client, rest[0] ?? '', (rest[1] ?? '').split(','))
  if (action === 'remove' && rest.length === 1) return remove(client, rest[0] ?? '')
  throw new Error(USAGE)
}

async function list(client: SupabaseClient): Promise<string> {
  const { data } = throwOnError(await client.rpc('list_webhooks'))
  const webhooks = v.parse(v.array(Webhook), data)
  if (webhooks.length === 0) return 'There are no webhooks.\n'
  return webhooks
    .map(({ id, url, events, is_enabled, pending, failed }) => {
      const state = is_enabled ? `${pending} waiting, ${failed} failed` : 'disabled'
      return `${id}  ${url}  ${events.join(',')}  ${state}\n`
    })
    .join('')
}

async function add(client: SupabaseClient, url: string, events: string[]): Promise<string> {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new Error('The URL must begin with https://.')
  const unknown = events.find((event) => !EVENTS.includes(event))
  if (unknown !== undefined) throw new Error(`Unknown event ${unknown}. Events: ${EVENTS.join(', ')}.`)
  const { data } = throwOnError(await client.rpc('add_webhook', { url, events }))
  const { id, secret } = v.parse(v.object({ id: v.string(), secret: v.string() }), data)
  const { protocol, host } = new URL(url)
  const warning =
    protocol === 'https:'
      ? ''
      : `Nothing is sent to it until WEBHOOK_ALLOWED_HOSTS in supabase/functions/.env names ${host}.\n`
  return `${id}\n${secret}\nThe receiver verifies messages with this secret (Standard Webhooks). It is not shown again.\n${warning}`
}

async function remove(client: SupabaseClient, id: string): Promise<string> {
  if (!v.is(v.pipe(v.string(), v.uuid()), id))
    throw new Error('Give the id of a webhook, as `npm run admin -- webhooks` lists it.')
  const { data } = throwOnError(await client.rpc('remove_webhook', { id }))
  return data === true ? 'Removed.\n' : 'There is no webhook with this id.\n'
}
