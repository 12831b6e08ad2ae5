import * as v from 'valibot'
import { isJsonObject } from '../../http/json-object.ts'
import { publishMessage } from '../channels/deliver-broadcast.ts'
import type { Hub } from '../channels/hub.ts'
import { rateLimited } from '../errors.ts'
import { NAME_LIMIT_BYTES } from '../protocol/message.ts'
import { parseJson } from '../protocol/parse-json.ts'
import type { Call, Endpoint } from './guard.ts'
import { readBody } from './read-body.ts'

/** A batch may contain several messages of the maximum size. */
const MESSAGES_OF_FULL_SIZE = 4
const BLANK = "can't be blank"
const INVALID = 'is invalid'

const Name = v.pipe(v.string(INVALID), v.nonEmpty(BLANK), v.maxBytes(NAME_LIMIT_BYTES, 'is too long'))
const Message = v.object({
  topic: v.nonNullish(Name, BLANK),
  event: v.nonNullish(Name, BLANK),
  payload: v.nonNullish(v.custom<Record<string, unknown>>(isJsonObject, INVALID), BLANK),
  private: v.nullish(v.boolean(INVALID), false),
})
type Message = v.InferOutput<typeof Message>
const Batch = v.object({ messages: v.array(v.unknown()) })

/** POST /api/broadcast: sends messages to rooms. Private ones without permission are skipped (realtime 4). */
export const broadcastMessages: Endpoint = async (hub, call, context) => {
  const { settings, meters } = hub
  const text = (await readBody(context.req.raw, settings.maxPayloadBytes * MESSAGES_OF_FULL_SIZE)).toString()
  const batch = v.safeParse(Batch, parseJson(text))
  if (!batch.success) return respondInvalid([BLANK])
  const { messages } = batch.output
  if (messages.length > settings.maxMessagesPerSecond)
    throw rateLimited('Too many messages to broadcast, please reduce the batch size')
  const parsed = messages.map((message) => parseMessage(message, settings.maxPayloadBytes))
  if (parsed.some(({ errors }) => errors)) return respondInvalid(parsed.map(({ errors }) => errors ?? {}))
  meters.posts.add(call.address, messages.length)
  for (const { message } of parsed) if (message) await publish(hub, call, message)
  return new Response(null, { status: 202 })
}

interface Parsed {
  message?: Message
  /** The errors of each field. */
  errors?: Record<string, string[]>
}

function parseMessage(value: unknown, maxPayloadBytes: number): Parsed {
  // A missing field is blank.
  const fields = { topic: null, event: null, payload: null, ...(typeof value === 'object' ? value : {}) }
  const parsed = v.safeParse(Message, fields)
  if (!parsed.success) {
    const errors = parsed.issues.map((issue): [string, string[]] => [v.getDotPath(issue) ?? 'payload', [issue.message]])
    return { errors: Object.fromEntries(errors) }
  }
  if (Buffer.byteLength(JSON.stringify(parsed.output.payload)) > maxPayloadBytes)
    return { errors: { payload: ['Payload size exceeds tenant limit'] } }
  return { message: parsed.output }
}

async function publish(hub: Hub, { identity, headers }: Call, message: Message): Promise<void> {
  const { topic } = message
  if (message.private) {
    const scope = { topic, claims: identity.claims, headers }
    if (!(await hub.topicRights.canWrite(scope, 'broadcast'))) return
  }
  publishMessage(hub, message)
}

function respondInvalid(messages: unknown[]): Response {
  return Response.json({ errors: { messages } }, { status: 422 })
}
