import { renderBinaryBroadcast } from './binary-frames.ts'
import type { Frame, Version } from './message.ts'
import { renderTextFrame } from './text-frames.ts'

/** A broadcast to the members of a room. */
export interface Broadcast {
  event: string
  /** JSON, or bytes. */
  payload: unknown
  meta?: Record<string, unknown> | undefined
  /** Fields beside type, event and payload in a text broadcast, which are passed on. */
  extra?: Record<string, unknown> | undefined
}

/** Returns the frame for sockets of a version; undefined where the broadcast cannot be expressed. */
export type BroadcastFrames = (version: Version) => Frame | undefined

/** Renders a broadcast once for each version of the protocol that requests it. `topic` has its prefix. */
export function createBroadcastFrames(topic: string, broadcast: Broadcast): BroadcastFrames {
  const frames = new Map<Version, Frame | undefined>()
  return (version) => {
    if (!frames.has(version)) frames.set(version, renderBroadcast(version, topic, broadcast))
    return frames.get(version)
  }
}

function renderBroadcast(version: Version, topic: string, broadcast: Broadcast): Frame | undefined {
  const { event, payload, meta, extra } = broadcast
  const isBytes = payload instanceof Uint8Array
  if (version === '2.0.0' && !extra) {
    const encoding = isBytes ? 'bytes' : 'json'
    const bytes = isBytes ? payload : Buffer.from(JSON.stringify(payload ?? null))
    const data = renderBinaryBroadcast({ topic, event, meta, encoding, payload: bytes })
    if (data) return { data, isBinary: true }
  }
  // Text frames cannot hold bytes.
  if (isBytes) return undefined
  const body = { ...extra, type: 'broadcast', event, payload, ...(meta ? { meta } : {}) }
  return renderTextFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload: body })
}
