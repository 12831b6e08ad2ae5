import * as v from 'valibot'
import type { Binding } from '../changes/change-feed.ts'
import { renderChangeFrame } from '../protocol/change-frame.ts'
import type { JoinConfig } from '../protocol/join-payload.ts'
import type { Channel } from './channel.ts'
import { exceedsShare } from './exceeds-share.ts'
import type { Hub } from './hub.ts'
import { pushSystem, sendFrame } from './send.ts'

type Notify = (status: 'ok' | 'error', message: string) => void
type Entry = Record<string, unknown> & { id: number }

const SELECT_FORM =
  'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]'
const BindingShape = v.object({
  event: v.fallback(v.string(), '*'),
  schema: v.nullish(v.string('a schema must be a text')),
  table: v.nullish(v.string('a table must be a text')),
  filter: v.nullish(v.string('Error parsing `filter` params: expected a text')),
  select: v.nullish(v.array(v.string(SELECT_FORM), SELECT_FORM)),
})

/** Each is tested for each change of its table. */
const MAX_ENTRIES = 100
let latestId = 0

/** Returns the entries of a join as its reply repeats them: in order and unchanged, with ids (realtime 3.1). */
export function listReplyEntries({ postgresChanges }: JoinConfig): Entry[] {
  return postgresChanges.map((entry) => {
    latestId += 1
    return { ...entry, id: latestId }
  })
}

/** Subscribes a channel to the changes of its entries. `notify` receives the results as well. */
export function subscribeChanges(hub: Hub, channel: Channel, entries: Entry[], notify: Notify): void {
  if (entries.length === 0) return
  const report: Notify = (status, message) => {
    pushSystem(hub, channel, 'postgres_changes', status, message)
    notify(status, message)
  }
  const bindings = parseBindings(entries)
  if (typeof bindings === 'string') {
    report('error', bindings)
    return
  }
  channel.subscription = hub.changes.subscribe({
    claims: channel.identity.claims,
    bindings,
    deliver: (ids, data) => {
      if (exceedsShare(hub, channel.peer, 'changes')) hub.counters.dropped += 1
      else sendFrame(hub, channel, renderChangeFrame(channel.peer.version, channel.topic, ids, data))
    },
    notify: report,
  })
}

/** Returns the bindings, or the error of the first malformed one. */
function parseBindings(entries: Entry[]): { id: number; binding: Binding }[] | string {
  if (entries.length > MAX_ENTRIES) return `at most ${MAX_ENTRIES} postgres_changes are allowed in a channel`
  const parsed = entries.map((entry) => ({ id: entry.id, result: v.safeParse(BindingShape, entry) }))
  const failed = parsed.find(({ result }) => !result.success)
  if (failed?.result.issues) return failed.result.issues[0].message
  return parsed.flatMap(({ id, result }) => (result.success ? [{ id, binding: toBinding(result.output) }] : []))
}

function toBinding({ event, schema, table, filter, select }: v.InferOutput<typeof BindingShape>): Binding {
  return {
    event,
    // A table without a schema is in schema public (realtime 6.1).
    schema: schema ?? (table == null ? '' : 'public'),
    ...(table == null ? {} : { table }),
    ...(filter == null ? {} : { filter }),
    ...(select == null ? {} : { select }),
  }
}
