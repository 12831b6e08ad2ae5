import { publishMessage } from '../channels/deliver-broadcast.ts'
import { writeDenied } from '../errors.ts'
import { NAME_LIMIT_BYTES } from '../protocol/message.ts'
import { parseJson } from '../protocol/parse-json.ts'
import type { Endpoint } from './guard.ts'
import { readBody } from './read-body.ts'

const UNSUPPORTED = 'Unsupported Media Type. Use application/json or application/octet-stream'

/** POST /api/broadcast/{topic}/events/{event}: sends the body to a room (realtime 4). */
export const broadcastEvent: Endpoint = async (hub, { identity, headers, address }, context) => {
  const { settings, meters } = hub
  const topic = context.req.param('topic') ?? ''
  const event = context.req.param('event') ?? ''
  const type = (context.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const isPrivate = context.req.query('private') === 'true'
  if (type !== 'application/json' && type !== 'application/octet-stream')
    return Response.json({ error: UNSUPPORTED }, { status: 415 })
  const tooLong = Object.entries({ topic, event }).filter(([, name]) => Buffer.byteLength(name) > NAME_LIMIT_BYTES)
  if (tooLong.length > 0) return respondInvalid(Object.fromEntries(tooLong.map(([name]) => [name, ['is too long']])))
  const body = await readBody(context.req.raw, settings.maxPayloadBytes * 2)
  if (body.length > settings.maxPayloadBytes) return respondInvalid({ payload: ['Payload size exceeds tenant limit'] })
  const payload = type === 'application/json' ? parseJson(body.toString()) : body
  if (payload === undefined) return respondInvalid({ payload: ['is invalid'] })
  if (isPrivate && !(await hub.topicRights.canWrite({ topic, claims: identity.claims, headers }, 'broadcast')))
    throw writeDenied()
  meters.posts.add(address)
  publishMessage(hub, { topic, private: isPrivate, event, payload })
  return new Response(null, { status: 202 })
}

function respondInvalid(errors: Record<string, string[]>): Response {
  return Response.json({ errors }, { status: 422 })
}
