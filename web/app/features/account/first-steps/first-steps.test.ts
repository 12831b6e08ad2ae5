import { expect, test } from 'vitest'
import type { Supabase } from '#app/lib/supabase.ts'
import { findPageRoute } from '#app/platform/page-views/page-route.ts'
import { findFirstSteps } from './first-steps.ts'

const facts = {
  ...{ is_hidden: false, site_name: 'Atlas', contact: null, registration: 'open', is_named: false, is_reviewed: false },
  ...{ has_spot: false, has_import: false, has_invited: false, has_demo: false },
}
const supabase = { rpc: () => Promise.resolve({ data: facts, error: null, status: 200 }) } as unknown as Supabase

test('leads to the page of each step', async () => {
  const found = await findFirstSteps(supabase)
  const pages = found?.steps.map(({ to }) => [findPageRoute(to.pathname), to.search ?? ''].join(''))
  expect(pages).toEqual([
    '/account/moderation/settings',
    '/account/moderation/settings',
    '/submit',
    '/account/settings/import',
    '/account/moderation/settings',
    '/debug-seed',
  ])
})
