import { createAccount, createCookieHeader, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'
import { asOwner } from '../hidden-subject.ts'
import { SEED_POST_SLUG } from '../seed.ts'
import type { Site } from '../site.ts'

/**
 * Tests forms that a browser without JavaScript submits while the database fails. The same with JavaScript:
 * `failed-saves.spec.ts`.
 */

/** The tables whose writes fail. */
const TABLES = ['public.comments', 'public.reviews', 'public.reports', 'public.users', 'auth.users', 'auth.mfa_factors']

/** The messages of forms that the data service or the accounts service did not save. */
const MESSAGE = /Not saved: something went wrong|We could not reach the server\. Nothing is lost/

/** The path of each form, its fields, and the text that the page must still show. */
const FORMS: Record<string, { path: string; fields: Record<string, string>; typed?: string }> = {
  'a comment on a spot': {
    path: '/spot/SPOT',
    fields: { intent: 'comment', body: 'Mind the third step' },
    typed: 'body',
  },
  'a review': {
    path: '/spot/SPOT?do=review',
    fields: { intent: 'review', rating: '4', body: 'Go at dawn' },
    typed: 'body',
  },
  'a report': {
    path: '/spot/SPOT?do=report',
    fields: { intent: 'report', reason: 'wrong', body: 'A car park' },
    typed: 'body',
  },
  'a comment on a story': {
    path: `/post/${SEED_POST_SLUG}`,
    fields: { intent: 'comment', body: 'So do I' },
    typed: 'body',
  },
  'the profile': {
    path: '/account/settings?section=profile',
    fields: { intent: 'profile', name: 'Ada', username: 'USERNAME', bio: 'Up at dawn' },
    typed: 'bio',
  },
  'a new email address': {
    path: '/account/settings?section=email',
    fields: { intent: 'email', step: 'email', email: 'ada@example.com' },
    typed: 'email',
  },
  'an authenticator app': {
    path: '/account/settings?section=security',
    fields: { intent: 'add-totp', step: 'add-totp', name: 'Phone in the drawer' },
    typed: 'name',
  },
}

test('keeps the fields when a plain form cannot be saved (runtime 2.5)', async ({ site }) => {
  const { send, fill } = await createBrowser(site)
  const lost: string[] = []
  await failWrites(site, async () => {
    for (const [name, { path, fields, typed }] of Object.entries(FORMS)) {
      const { status, html } = await send(fill(path), fields)
      const isKept = typed === undefined || html.includes(fill(fields[typed] ?? ''))
      if (status < 400 || !MESSAGE.test(html) || !isKept || html.includes('error-sheet'))
        lost.push(`${name}: ${status}, kept: ${isKept}`)
    }
  })
  expect(lost).toEqual([])
})

test('offers to resubmit a plain form when the page cannot be loaded either', async ({ site }) => {
  const { send, fill } = await createBrowser(site)
  const rename = (from: string, to: string) =>
    asOwner(site, (sql) => sql.unsafe(`alter table public.${from} rename to ${to}`))
  await rename('comments', 'comments_gone')
  try {
    const { status, html } = await send(fill('/spot/SPOT'), { intent: 'comment', body: 'Mind the third step' })
    expect(status).toBeGreaterThanOrEqual(500)
    expect(html).toContain('Not saved: something went wrong')
    expect(html).toContain('<input type="hidden" name="body" value="Mind the third step"/>')
  } finally {
    await rename('comments_gone', 'comments')
  }
})

/** Sends forms as a new member, like a browser without JavaScript. `fill` replaces the names of ids. */
async function createBrowser(site: Site) {
  const account = await createAccount(site.url)
  const client = await createMemberClient(site.url, account)
  const { data: spot } = await client.from('spots').select('id, author_id').limit(1).single().throwOnError()
  const own = {
    title: 'Old ferry',
    category: 'station',
    lng: 8.2,
    lat: 53.1,
    author_id: account.id,
    status: 'published',
  }
  const { data: ownSpot } = await client.from('spots').insert(own).select('id').single().throwOnError()
  const ids: Record<string, string> = {
    SPOT: spot.id,
    AUTHOR: spot.author_id,
    OWN: ownSpot.id,
    USERNAME: account.username,
  }
  const fill = (text: string) => text.replace(/SPOT|OWN|AUTHOR|USERNAME/, (name) => ids[name] ?? '')
  const headers = {
    cookie: await createCookieHeader(site.url, account),
    origin: new URL(site.url).origin,
    accept: 'text/html',
    'sec-fetch-dest': 'document',
  }
  const send = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, fill(value)]))
    const response = await fetch(site.url + path, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: response.status, html: await response.text() }
  }
  return { send, fill }
}

/** Runs work while writes to the tables fail with an error that no screen expects. */
async function failWrites(site: Site, work: () => Promise<void>): Promise<void> {
  await asOwner(site, async (sql) => {
    await sql.unsafe(`
      create function private.fail_writes() returns trigger language plpgsql as $$
      begin raise exception 'the disk is gone' using errcode = '58030'; end $$;
      ${TABLES.map((table) => `create trigger zz_fail before insert or update on ${table} for each row execute function private.fail_writes();`).join('\n')}`)
  })
  try {
    await work()
  } finally {
    await asOwner(site, (sql) => sql.unsafe('drop function private.fail_writes() cascade'))
  }
}
