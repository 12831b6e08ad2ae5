import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, findErrorCode, type People } from './people.ts'

type Viewer = Parameters<People['actAs']>[0]
type Saved = {
  id: string
  slug: string
  status: string
  version: number
  base_version: number | null
  saved_at: string
}

interface Arguments {
  id?: string | null
  key?: string | null
  version?: number | null
  base?: number | null
}

let people: People

beforeAll(async () => {
  people = await createPeople()
  await people.owner`update public.instance_settings set moderation = 'off'`
})
afterAll(() => people[Symbol.asyncDispose]())

const STORY = {
  title: 'A winter of hot springs',
  summary: 'Nine weekends',
  body: 'Water.',
  tags: [],
  visibility: 'public',
}

function call(
  name: 'save_story' | 'publish_story',
  viewer: Viewer,
  story: object,
  { id, key, version, base }: Arguments,
) {
  return people.actAs(viewer, async (sql) => {
    const [row] = await sql.unsafe<{ made: Saved }[]>(
      `select public.${name}($1::jsonb, $2, $3::uuid, $4, $5) as made`,
      [JSON.stringify(story), id ?? null, key ?? null, version ?? null, base ?? null],
    )
    return row?.made as Saved
  })
}
const save = (story: object, given: Arguments, viewer: Viewer = 'author') => call('save_story', viewer, story, given)
const publish = (story: object, given: Arguments, viewer: Viewer = 'author') =>
  call('publish_story', viewer, story, given)
const start = (story: object = STORY) => save(story, { key: randomUUID() })

const read = async (
  viewer: Viewer,
  statement: (sql: Parameters<Parameters<People['actAs']>[1]>[0]) => Promise<unknown>,
) => (await people.actAs(viewer, statement)) as Record<string, unknown>[]

function getPage(viewer: Viewer, slug: string) {
  return read(viewer, (sql) => sql`select public.post_page(${slug}) as page`).then(
    ([row]) => row?.page as { post: { slug: string; body: string }; photos: { id: string }[] } | null,
  )
}

async function addSpot(visibility = 'public', author: 'author' | 'stranger' = 'author') {
  const [spot] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, visibility, status, author_id)
    values ('Spring', 'spring', 11.7, 42.9, ${visibility}, 'published', ${people.ids[author]}) returning id`
  return spot?.id ?? ''
}

async function addPhoto(author: 'author' | 'stranger') {
  const [photo] = await people.owner<{ id: string }[]>`
    insert into public.photos (author_id, storage_path, width, height)
    values (${people.ids[author]}, ${`${people.ids[author]}/${randomUUID()}`}, 40, 30) returning id`
  return photo?.id ?? ''
}

test('creates one draft per key, even if the response is lost', async () => {
  const key = randomUUID()
  const [first, second] = [await save(STORY, { key }), await save(STORY, { key })]
  expect(first).toMatchObject({ slug: 'a-winter-of-hot-springs', status: 'draft', version: 1, base_version: null })
  expect(second.id).toBe(first.id)
})

test('shows a draft to its author only', async () => {
  const { slug, id } = await start()
  for (const viewer of ['stranger', 'visitor'] as const) expect(await getPage(viewer, slug)).toBeNull()
  expect(await getPage('author', id)).toMatchObject({ post: { slug } })
  expect(await findErrorCode(save({ ...STORY, body: 'Mine' }, { id, version: 1 }, 'stranger'))).toBe('PT404')
})

test('rejects an outdated version instead of overwriting the newer one', async () => {
  const { id } = await start()
  expect(await save({ ...STORY, body: 'First tab' }, { id, version: 1 })).toMatchObject({ version: 2 })
  expect(await findErrorCode(save({ ...STORY, body: 'Second tab' }, { id, version: 1 }))).toBe('PT409')
  expect(await save({ ...STORY, body: 'First tab' }, { id, version: 2 })).toMatchObject({ version: 2 })
})

test('shows changes of a published story to their author only, until they are published', async () => {
  const { id, slug } = await publish(STORY, { key: randomUUID() })
  const changed = { ...STORY, body: 'Changed.' }
  const first = await save(changed, { id, version: 0, base: 2 })
  expect(first).toMatchObject({ version: 1, base_version: 2, status: 'published' })
  expect(await findErrorCode(save({ ...STORY, body: 'Other tab' }, { id, version: 0 }))).toBe('PT409')
  expect((await getPage('stranger', slug))?.post.body).toBe('Water.')
  expect(await read('stranger', (sql) => sql`select * from public.post_drafts where post_id = ${id}`)).toEqual([])
  expect(await read('moderator', (sql) => sql`select * from public.post_drafts where post_id = ${id}`)).toEqual([])
  await publish(changed, { id, version: 1 })
  expect((await getPage('stranger', slug))?.post.body).toBe('Changed.')
  const revisions = await people.owner`select changes from public.revisions where post_id = ${id}`
  expect(revisions).toEqual([{ changes: { body: { from: 'Water.', to: 'Changed.' } } }])
  expect(await people.owner`select from public.post_drafts where post_id = ${id}`).toHaveLength(0)
})

test('reports a newer version to a draft that is saved after its story was published', async () => {
  const { id, version } = await start()
  await publish(STORY, { id, version })
  expect(await findErrorCode(save({ ...STORY, body: 'Too late' }, { id, version: version + 1 }))).toBe('PT409')
})

test('does not publish changes over a newer story', async () => {
  const { id } = await publish(STORY, { key: randomUUID() })
  await save({ ...STORY, body: 'Mine' }, { id, version: 0, base: 2 })
  await publish({ ...STORY, body: 'By a moderator' }, { id, base: 2 }, 'moderator')
  expect(await findErrorCode(publish({ ...STORY, body: 'Mine' }, { id, version: 1 }))).toBe('PT409')
})

test('lets a moderator change a pending story without publishing it', async () => {
  const { id } = await start()
  await people.owner`update public.posts set status = 'pending' where id = ${id}`
  const done = await publish({ ...STORY, body: 'Tidied' }, { id }, 'moderator')
  expect(done.status).toBe('pending')
})

test('publishes the first story of a member only after review', async () => {
  await people.owner`update public.instance_settings set moderation = 'all'`
  const done = await publish(STORY, { key: randomUUID() })
  await people.owner`update public.instance_settings set moderation = 'off'`
  expect(done.status).toBe('pending')
})

test('keeps the earlier URL of a published story and does not reuse it', async () => {
  const { id, slug } = await publish({ ...STORY, title: 'Old name' }, { key: randomUUID() })
  expect(slug).toBe('old-name')
  const renamed = await publish({ ...STORY, title: 'New name' }, { id, version: 0 })
  expect(renamed.slug).toBe('new-name')
  expect((await getPage('stranger', 'old-name'))?.post.slug).toBe('new-name')
  const other = await publish({ ...STORY, title: 'Old name' }, { key: randomUUID() })
  expect(other.slug).toBe(`old-name-${other.id.slice(0, 6)}`)
  expect((await publish({ ...STORY, title: 'Old name' }, { id, version: 0 })).slug).toBe('old-name')
})

test('links the spots in the text that its author may see', async () => {
  const [open, own, foreign] = [await addSpot(), await addSpot('private'), await addSpot('private', 'stranger')]
  const body = `One.\n\n/spot/${open}\n\n[Two](/spot/${own})\n\n/spot/${foreign}\n\nsee /spot/${own} there`
  const { id } = await publish({ ...STORY, body }, { key: randomUUID() })
  const placed = () => people.owner`select spot_id from public.post_spots where post_id = ${id} order by position`
  expect(await placed()).toEqual([{ spot_id: open }, { spot_id: own }])
  await publish({ ...STORY, body: `/spot/${own}` }, { id, version: 0 })
  expect(await placed()).toEqual([{ spot_id: own }])
})

test("attaches the author's photos that the text shows, and shows visitors only the cover", async () => {
  const [inText, cover, foreign] = [await addPhoto('author'), await addPhoto('author'), await addPhoto('stranger')]
  const body = `![A \\[steep\\] path](/photo/${inText} "At dusk")\n\n![x](/photo/${foreign})`
  const { slug } = await publish({ ...STORY, body, cover_photo_id: cover }, { key: randomUUID() })
  const page = await getPage('stranger', slug)
  expect(page?.photos.map(({ id }) => id).toSorted()).toEqual([inText, cover].toSorted())
  expect(page?.photos.find(({ id }) => id === inText)).toMatchObject({ alt_text: 'A [steep] path' })
  const ids = [inText, cover, foreign]
  expect(await read('visitor', (sql) => sql`select id from public.photos where id = any(${ids})`)).toEqual([
    { id: cover },
  ])
})

test('rejects photos on the stories of others', async () => {
  const { id } = await publish(STORY, { key: randomUUID() })
  const photo = await addPhoto('stranger')
  const attempt = people.actAs('stranger', (sql) => sql`update public.photos set post_id = ${id} where id = ${photo}`)
  expect(await findErrorCode(attempt)).toBe('42501')
})

test('opens the editor for the author, and for moderators unless the story is private', async () => {
  const { slug } = await publish(STORY, { key: randomUUID() })
  const open = (viewer: Viewer) =>
    read(viewer, (sql) => sql`select public.story_editor(${slug}) as page`).then(([row]) => row?.page)
  expect(await open('author')).toMatchObject({
    slug,
    version: 0,
    base_version: 2,
    next_status: 'published',
    story: STORY,
  })
  expect(await open('moderator')).toMatchObject({ slug })
  expect(await open('stranger')).toBeNull()
  expect(await findErrorCode(open('visitor'))).toBe('42501')
})

test("finds spots for a story, with the member's lists that contain them", async () => {
  const spot = await addSpot()
  await people.owner`
    insert into public.list_items (list_id, spot_id)
    select id, ${spot} from public.lists where author_id = ${people.ids.author} and kind = 'want'`
  const [row] = await read('author', (sql) => sql`select public.find_story_spots('', 11.7, 42.9) as found`)
  expect(row?.found).toContainEqual(expect.objectContaining({ id: spot, list: 'Want to go', distance_meters: 0 }))
  const [anywhere] = await read('author', (sql) => sql`select public.find_story_spots('') as found`)
  expect(anywhere?.found).toContainEqual(expect.objectContaining({ id: spot, distance_meters: null }))
  const [cards] = await read('stranger', (sql) => sql`select public.story_spots(${[spot, 'nothere']}) as found`)
  expect(cards?.found).toMatchObject([{ id: spot }])
})

test('suggests shared stories by the words of their title, to those who may read them', async () => {
  await publish({ ...STORY, title: 'Zephyr over the Dunes' }, { key: randomUUID() })
  await publish({ ...STORY, title: 'Zephyr for members', visibility: 'members' }, { key: randomUUID() })
  await publish({ ...STORY, title: 'Zephyr by link', visibility: 'link' }, { key: randomUUID() })
  await save({ ...STORY, title: 'Zephyr unfinished' }, { key: randomUUID() })
  const suggest = async (viewer: Viewer, q: string) => {
    const [row] = await read(viewer, (sql) => sql`select public.suggest(${q}) as found`)
    const found = row?.found as { type: string; title?: string }[]
    return found.flatMap(({ type, title }) => (type === 'story' ? [title] : []))
  }
  expect(await suggest('visitor', 'zeph')).toEqual(['Zephyr over the Dunes'])
  expect(await suggest('stranger', 'dunes zéph')).toEqual(['Zephyr over the Dunes'])
  expect(await suggest('stranger', 'zeph')).toEqual(['Zephyr for members', 'Zephyr over the Dunes'])
  expect(await suggest('author', 'z')).toEqual([])
})

test("lists stories by page and tag, and the member's own in any status", async () => {
  await people.owner`delete from public.posts`
  for (let day = 1; day <= 26; day++)
    await people.owner`
      insert into public.posts (title, status, published_at, author_id, tags)
      values (${`Story ${day}`}, 'published', ${`2026-01-${String(day).padStart(2, '0')}`}, ${people.ids.author}, ${day === 3 ? ['winter'] : []})`
  await start()
  const list = (viewer: Viewer, given: Record<string, unknown> = {}) =>
    read(
      viewer,
      (sql) => sql`
      select public.list_stories(${(given.before as string) ?? null}, ${(given.before_id as string) ?? null},
        ${(given.tag as string) ?? null}, ${(given.mine as boolean) ?? false}) as page`,
    ).then(([row]) => row?.page as { stories: { title: string }[]; next: Record<string, unknown> | null })
  const first = await list('visitor')
  expect([first.stories.length, first.stories[0]?.title]).toEqual([24, 'Story 26'])
  expect(await list('visitor', first.next ?? {})).toMatchObject({
    stories: [{ title: 'Story 2' }, { title: 'Story 1' }],
    next: null,
  })
  expect((await list('visitor', { tag: 'winter' })).stories).toMatchObject([{ title: 'Story 3', tags: ['winter'] }])
  expect((await list('author', { mine: true })).stories[0]).toMatchObject({ status: 'draft' })
  expect((await list('stranger', { mine: true })).stories).toEqual([])
})

test('saves two stories of the same title that are created at the same time', async () => {
  const story = { ...STORY, title: 'At the same time' }
  const { saved } = await people.owner.begin(async (sql) => {
    await sql`insert into public.posts (title, author_id) values (${story.title}, ${people.ids.stranger})`
    const waiting = call('save_story', 'author', story, { key: randomUUID() })
    await expect
      .poll(
        async () =>
          (
            await people.owner`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`
          ).length,
      )
      .toBe(1)
    return { saved: waiting.catch((error: unknown) => error) }
  })
  expect(await saved).toMatchObject({ slug: expect.stringMatching(/^at-the-same-time-[a-z0-9]{6}$/) })
})

test('restores a story from a revision whose city and cover are gone, and leaves those as they are', async () => {
  const { owner } = people
  await owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (7, 'terni', 'Terni', 'IT', 'Italy', 'Europe/Rome', 'PPLA2', 112000, 12.64, 42.56)`
  const { id } = await publish({ ...STORY, tags: ['water'] }, { key: randomUUID() })
  const cover = await addPhoto('author')
  await owner`update public.posts set title = 'A summer', tags = '{dust}', city_id = 7, cover_photo_id = ${cover} where id = ${id}`
  await owner`update public.revisions set changes = changes || '{"city_id": {"from": 8, "to": 7}}'
    || jsonb_build_object('cover_photo_id', jsonb_build_object('from', ${randomUUID()}::text, 'to', ${cover}::text))
    where post_id = ${id}`
  const [revision] = await owner<
    { id: string }[]
  >`select id from public.revisions where post_id = ${id} order by id desc`
  for (const command of ['restore_story', 'restore_revision']) {
    await owner`update public.posts set title = 'A summer', tags = '{dust}' where id = ${id}`
    await read('author', (sql) => sql.unsafe(`select public.${command}(${revision?.id ?? '0'})`))
    expect(
      await owner`select title, tags, city_id, cover_photo_id from public.posts where id = ${id}`,
      command,
    ).toEqual([{ title: STORY.title, tags: ['water'], city_id: 7, cover_photo_id: cover }])
  }
})
