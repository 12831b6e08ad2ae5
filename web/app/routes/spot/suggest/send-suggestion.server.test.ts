import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { sendDuplicate } from './send-suggestion.server.ts'

const place = { category: 'ruin', status: 'published', city: null, country: null, lng: 12.5, lat: 41.9 }
const SPOT = { type: 'spot', id: 'abcdefgh2345', slug: 'colosseum', title: 'Colosseum', ...place }

/** Reports a duplicate by what was typed, on a site with one spot, and returns the spot that was named or the problem. */
async function report(typed: string): Promise<unknown> {
  let named: unknown
  const rpc = (name: string, sent: { q?: string; duplicate_of?: string }) => {
    if (name === 'send_suggestion') named = sent.duplicate_of
    const data = name === 'suggest' && sent.q?.toLowerCase() === 'colosseum' ? [SPOT] : []
    return Promise.resolve({ data, error: null, status: 200 })
  }
  const form = new FormData()
  form.set('other', typed)
  form.set('reason', '')
  const call = { supabase: { rpc } as unknown as Supabase, spotId: 'self2345', linkSecret: null, form }
  return (await sendDuplicate(call))?.fieldErrors.other ?? named
}

test('finds the other spot by a name that looks like an id', async () => {
  expect(await report('colosseum')).toBe(SPOT.id)
})

test('finds the other spot by its link or its id', async () => {
  expect(await report('https://map.example/spot/xyzxyzxy2345?link=a')).toBe('xyzxyzxy2345')
  expect(await report('xyzxyzxy2345')).toBe('xyzxyzxy2345')
})

test('asks for the link when no spot has the name', async () => {
  expect(await report('The old mill')).toBe('No spot has this name. Paste its link.')
})
