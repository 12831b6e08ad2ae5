/**
 * Sends the messages to webhooks that are due, signed by Standard Webhooks. The server's chore calls it with the secret
 * key. Responds with the numbers of messages that were sent and failed.
 */
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import { createSecretClient, isOperator } from '../_shared/service.ts'
import { postGuarded } from './guarded-post.ts'

const BATCH_SIZE = 20

const Delivery = v.object({
  id: v.number(),
  attempts: v.number(),
  message_id: v.string(),
  payload: v.looseObject({}),
  url: v.string(),
  secret: v.string(),
})
type Delivery = v.InferOutput<typeof Delivery>

Deno.serve(async (request) => {
  if (!(await isOperator(request)))
    return Response.json({ error: 'Only the secret key may send webhooks.' }, { status: 403 })
  const client = createSecretClient()
  const { data, error } = await client.rpc('claim_webhook_deliveries', { most: BATCH_SIZE })
  if (error) throw new Error(error.message)
  const results = await Promise.all(
    v.parse(v.array(Delivery), data).map(async (delivery) => {
      const result = await send(delivery)
      const { id, attempts } = delivery
      const recorded = await client.rpc('record_webhook_attempt', { id, attempts, ...result })
      if (recorded.error) throw new Error(recorded.error.message)
      return result.error === null
    }),
  )
  const sent = results.filter(Boolean).length
  return Response.json({ sent, failed: results.length - sent })
})

async function send({
  message_id: id,
  payload,
  url,
  secret,
}: Delivery): Promise<{ status: number; error: string | null }> {
  const body = JSON.stringify(payload)
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'hereabouts',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  }
  try {
    const status = await postGuarded(url, { headers, body, allowedHosts: listAllowedHosts() })
    return { status, error: status >= 200 && status < 300 ? null : `The receiver responded with ${status}.` }
  } catch (error) {
    return { status: 0, error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Returns the hosts in the secret WEBHOOK_ALLOWED_HOSTS: receivers in the operator's own network, such as
 * `queue.internal:8080`.
 */
function listAllowedHosts(): string[] {
  return (Deno.env.get('WEBHOOK_ALLOWED_HOSTS') ?? '').split(',').map((host) => host.trim())
}
