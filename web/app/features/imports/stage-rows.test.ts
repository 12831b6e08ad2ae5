import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { startImport } from './stage-rows.ts'

test('discards the import when the server rejects its lists or stories', async () => {
  const calls: [string, unknown][] = []
  const supabase = {
    rpc: async (name: string, args: unknown) => {
      calls.push([name, args])
      if (name === 'start_import') return { data: 'an-import', error: null, status: 200 }
      if (name === 'discard_import') return { data: null, error: null, status: 204 }
      return { data: null, error: { code: 'PT400', message: 'The import has a value that is too long.' }, status: 400 }
    },
  } as unknown as Supabase
  const archive = { lists: [], stories: [], records: [] } as never
  const started = startImport(supabase, { name: 'mine.zip', rows: [], visibility: 'archive', archive })
  await expect(started).rejects.toThrow('too long')
  expect(calls.map(([name]) => name)).toEqual(['start_import', 'describe_import', 'discard_import'])
  expect(calls.at(-1)).toEqual(['discard_import', { import: 'an-import' }])
})
