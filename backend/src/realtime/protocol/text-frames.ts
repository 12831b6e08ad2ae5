import * as v from 'valibot'
import type { ClientMessage, Frame, ServerMessage, Version } from './message.ts'
import { parseJson } from './parse-json.ts'

const Ref = v.nullish(v.union([v.string(), v.number()]), null)
const MessageV1 = v.object({
  topic: v.string(),
  event: v.string(),
  payload: v.optional(v.unknown()),
  ref: Ref,
  join_ref: Ref,
})
const MessageV2 = v.tuple([Ref, Ref, v.string(), v.string(), v.unknown()])

/** Parses a text frame. Returns undefined when it has another form. */
export function parseTextFrame(version: Version, text: string): ClientMessage | undefined {
  const json = parseJson(text)
  if (version === '1.0.0') {
    const parsed = v.safeParse(MessageV1, json)
    if (!parsed.success) return undefined
    const { topic, event, payload, ref, join_ref: joinRef } = parsed.output
    return { joinRef, ref, topic, event, payload }
  }
  const parsed = v.safeParse(MessageV2, json)
  if (!parsed.success) return undefined
  const [joinRef, ref, topic, event, payload] = parsed.output
  return { joinRef, ref, topic, event, payload }
}

export function renderTextFrame(version: Version, { joinRef, ref, topic, event, payload }: ServerMessage): Frame {
  const message = version === '1.0.0' ? { topic, event, payload, ref } : [joinRef, ref, topic, event, payload]
  return { data: Buffer.from(JSON.stringify(message)), isBinary: false }
}
