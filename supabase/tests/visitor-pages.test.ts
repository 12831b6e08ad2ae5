import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVersionReader } from '../../web/server/visitor-pages/page-versions.ts'
import { createVisitorPages } from '../../web/server/visitor-pages/visitor-pages.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let authorId: string
let listId: string

beforeAll(async () => {
  app = await createTestApp()
  authorId = randomUUID()
  await app.owner`insert into auth.users (id, email) values (${authorId}, 'author@example.org')`
  await app.owner`insert into public.users (id, username) values (${authorId}, 'author')`
  const [list] = await app.owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('Mills', 'public', ${authorId}) returning id`
  listId = list?.id ?? ''
  await app.owner`
    insert into public.spots (id, title, category, lng, lat, visibility, status, author_id)
    values ('hiddenmill22', 'Hidden mill', 'castle', 7.7, 45, 'public', 'published', ${authorId}),
      ('plaintower23', 'Plain tower', 'castle', 7.71, 45.01, 'public', 'published', ${authorId})`
  await app.owner`insert into public.list_items (list_id, spot_id) values (${listId}, 'hiddenmill22')`
})
afterAll(() => app[Symbol.asyncDispose]())

/** Starts one process of the site, whose pages consist of the data behind them. */
function startProcess() {
  const [service, visitor] = [app.server(), app.member()]
  let renders = 0
  const readVersions = createVersionReader(async (spotIds) => {
    const { data } = await service.rpc('page_versions', { spot_ids: spotIds }).throwOnError()
    return data as Record<string, string>
  })
  const listCalls = (path: string) => {
    const box = { west: 7.5, south: 44.9, east: 7.9, north: 45.1, zoom: 12 }
    if (path.startsWith('/spot/')) return visitor.rpc('spot_page', { id: path.slice('/spot/'.length) })
    if (path.startsWith('/explore?list')) return visitor.rpc('list_page', { id: listId })
    if (path.startsWith('/explore?by'))
      return visitor.rpc('explore_member_start', { by: 'author', map_width: 900, map_height: 700 })
    return path === '/' ? visitor.rpc('home_page') : visitor.rpc('explore_page', box)
  }
  const find = createVisitorPages({
    origin: 'http://site.test',
    readVersions,
    describeSettings: async () => '',
    async render(request) {
      renders += 1
      const { pathname, search } = new URL(request.url)
      const { data } = await listCalls(pathname + search).throwOnError()
      const status = data === null ? 404 : 200
      return new Response(JSON.stringify(data), { status, headers: { 'content-type': 'text/html' } })
    },
    writePolicy: String,
  })
  return {
    countRenders: () => renders,
    /** Undefined for a page that is rendered for the request. */
    read: async (path: string) => (await find(new Request(`http://site.test${path}`)))?.text(),
  }
}

test('never sends content that became private before the request, in either process', async () => {
  const processes = [startProcess(), startProcess()]
  const paths = [
    '/',
    '/explore',
    '/spot/hiddenmill22',
    '/spot/plaintower23',
    `/explore?list=${listId}`,
    '/explore?by=author',
  ]
  const readAll = () => Promise.all(processes.flatMap(({ read }) => paths.map((path) => read(path))))
  const isShown = (pages: (string | undefined)[]) => pages.map((page) => page?.includes('Hidden mill') ?? false)
  /** Visitors with continuous requests, so that renders of the previous state overlap the change. */
  let isBusy = true
  const crowd = Array.from({ length: 4 }, async () => {
    while (isBusy) await readAll()
  })
  const states = ['private', 'members', 'link', 'draft', 'pending', 'removed']
  for (let round = 0; round < 12; round += 1) {
    const state = states[round % states.length] ?? ''
    const change = ['private', 'members', 'link'].includes(state)
      ? { visibility: state, status: 'published', removal_reason: null }
      : { visibility: 'public', status: state, removal_reason: state === 'removed' ? 'Spam' : null }
    await app.owner`update public.spots set visibility = ${change.visibility}, status = ${change.status},
      removal_reason = ${change.removal_reason} where id = 'hiddenmill22'`
    expect(isShown(await readAll()), `after ${state}`).not.toContain(true)
    await app.owner`update public.spots set visibility = 'public', status = 'published', removal_reason = null where id = 'hiddenmill22'`
    const shown = isShown(await readAll())
    expect(shown.filter(Boolean), `public again after ${state}`).toHaveLength(shown.length)
  }
  isBusy = false
  await Promise.all(crowd)
  const before = processes.map(({ countRenders }) => countRenders())
  await readAll()
  await readAll()
  expect(processes.map(({ countRenders }) => countRenders())).toEqual(before)
})

test('shows a new name of a member, a new setting and a deleted comment at once', async () => {
  const { read } = startProcess()
  await app.owner`insert into public.comments (spot_id, author_id, body) values ('plaintower23', ${authorId}, 'Mind the step')`
  expect(await read('/spot/plaintower23')).toContain('Mind the step')
  await app.owner`update public.users set name = 'Ada' where id = ${authorId}`
  expect(await read('/spot/plaintower23')).toContain('Ada')
  await app.owner`delete from public.comments where spot_id = 'plaintower23'`
  expect(await read('/spot/plaintower23')).not.toContain('Mind the step')
})

test('does not block concurrent writers of the same area', async () => {
  const other = app.storage.database.connect('owner', { max: 1 })
  const versions = async () => JSON.stringify((await app.server().rpc('page_versions').throwOnError()).data)
  const start = await versions()
  await app.owner.begin(async (sql) => {
    await sql`update public.spots set title = 'First' where id = 'hiddenmill22'`
    await other`set lock_timeout = '2s'`
    await other`update public.spots set title = 'Second' where id = 'plaintower23'`
    const between = await versions()
    expect(between).not.toBe(start)
    await sql`update public.spots set title = 'Third' where id = 'hiddenmill22'`
    expect(await versions()).toBe(between)
  })
  expect(await versions()).not.toBe(start)
  await other.end()
})
