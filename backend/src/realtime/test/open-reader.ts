import { createLog } from '../../http/log.ts'
import type { Database } from '../../postgres/database.ts'
import type { ChangeSource } from '../stream/change-source.ts'
import { createLogicalSource } from '../stream/logical-source.ts'

/** Reads the inserts into `public.notes (id, body)`. */
export interface Reader extends AsyncDisposable {
  source: ChangeSource
  bodies: (string | null | undefined)[]
  gaps: number
  /** Delays the consumer before it finishes a row. */
  hold: Promise<void> | undefined
}

export async function openReader(database: Database, stallLimitMs?: number): Promise<Reader> {
  const open = () => database.replicate('supabase_realtime_admin')
  const source = createLogicalSource({ open, stallLimitMs, log: createLog('error') })
  const reader: Reader = {
    source,
    bodies: [],
    gaps: 0,
    hold: undefined,
    [Symbol.asyncDispose]: () => source.close(),
  }
  source.subscribe({
    wants: ({ name }) => name === 'notes',
    onRow: (row) => {
      if (row.kind === 'insert') reader.bodies.push(row.new[1])
      return reader.hold
    },
    onMessage: () => {},
    onGap: () => {
      reader.gaps += 1
    },
  })
  await source.whenLive()
  return reader
}
