import type { Frame, Version } from './message.ts'

/** The JSON of records, which are shared by many subscribers. */
const rendered = new WeakMap<object, string>()

/** Renders a change of the database for one channel (realtime 6). */
export function renderChangeFrame(version: Version, topic: string, ids: number[], data: object): Frame {
  const json = rendered.get(data) ?? JSON.stringify(data)
  rendered.set(data, json)
  const payload = `{"ids":${JSON.stringify(ids)},"data":${json}}`
  const name = JSON.stringify(topic)
  const text =
    version === '1.0.0'
      ? `{"topic":${name},"event":"postgres_changes","payload":${payload},"ref":null}`
      : `[null,null,${name},"postgres_changes",${payload}]`
  return { data: Buffer.from(text), isBinary: false }
}
