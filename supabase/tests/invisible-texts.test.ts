import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People
let spot: SpotFixture
beforeAll(async () => {
  people = await createPeople()
  spot = await createSpot(people, 'public', 'published')
})
afterAll(() => people[Symbol.asyncDispose]())

const INVISIBLE = {
  'zero-width spaces': '\u200B\u200B',
  'joiners between spaces': '\u200D \u200C',
  'Hangul fillers': '\u3164\u115F\uFFA0',
  'blank Braille patterns': '\u2800\u2800',
  'bidirectional controls': '\u202E\u2066',
  'tag characters': '\u{E0041}\u{E0042}',
  'unusual spaces': '\u00A0\u2003\u3000',
  'a byte order mark': '\uFEFF',
}

const CALLS: Record<string, (text: string) => [call: string, ...values: string[]]> = {
  'title of a new spot': (title) => [
    `select public.submit_spot('${randomUUID()}', $1::text::jsonb)`,
    JSON.stringify({ title, category: 'castle', lng: 7, lat: 45 }),
  ],
  'title of a spot': (title) => ['update public.spots set title = $1 where id = $2', title, spot.id],
  'title of a list': (title) => ['select public.create_list($1)', title],
  'title of a story': (title) => [
    `select public.save_story($1::text::jsonb, null, '${randomUUID()}')`,
    JSON.stringify({ title, body: 'Along the river' }),
  ],
  comment: (body) => ['insert into public.comments (spot_id, body) values ($1, $2)', spot.id, body],
}

for (const [name, text] of Object.entries(INVISIBLE)) {
  test(`rejects titles and comments of ${name}, with a sentence`, async () => {
    for (const [about, toCall] of Object.entries(CALLS)) {
      const [call, ...values] = toCall(text)
      await expect(
        people.as('author', (sql) => sql.unsafe(call, values)),
        about,
      ).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:PT400|23514)$/),
        message: expect.stringMatching(/^The (?:title|comment) has only invisible characters\. /),
      })
    }
  })

  test(`saves a review of ${name} as a rating without text`, async () => {
    const [review] = await people.as('stranger', async (sql) => {
      await sql`select public.save_review(${spot.id}, 5::smallint, ${text})`
      return sql`select rating, body from public.reviews where spot_id = ${spot.id} and author_id = ${people.ids.stranger}`
    })
    expect(review).toEqual({ rating: 5, body: '' })
  })

  test(`keeps no name of ${name}`, async () => {
    const [row] = await people.as(
      'stranger',
      (sql) => sql`update public.users set name = ${text} where id = auth.uid() returning name`,
    )
    expect(row).toEqual({ name: null })
  })

  test(`drops tags of ${name}, and publishes no story of them`, async () => {
    const story = { title: 'A walk', body: 'Along the river', tags: [text, 'river'] }
    const publish = (fields: object) =>
      people.as('author', async (sql) => {
        const [made] = await sql<{ id: string }[]>`
          select public.publish_story(${JSON.stringify({ ...story, ...fields })}::text::jsonb, null, ${randomUUID()}) ->> 'id' as id`
        return sql`select tags from public.posts where id = ${made?.id ?? ''}`
      })
    expect(await publish({})).toEqual([{ tags: ['river'] }])
    await expect(publish({ body: `${text}\n` })).rejects.toMatchObject({
      code: 'PT400',
      message: 'Write something first. The story is still empty.',
    })
  })

  test(`rejects ${name} as the name of the site`, async () => {
    const rename = people.owner`update public.instance_settings set site_name = ${text}`
    await expect(rename).rejects.toMatchObject({ code: '23514' })
  })

  test(`rejects a suggestion of a title of ${name}`, async () => {
    const suggest = people.as(
      'stranger',
      (sql) =>
        sql`select public.send_suggestion(${spot.id}, ${JSON.stringify({ title: text })}::text::jsonb, '{}', 'edit', 'Better')`,
    )
    await expect(suggest).rejects.toMatchObject({ code: 'PT400' })
  })
}

test.each(['می\u200Cخواهم', '👩‍👩‍👧', '❤️', '\u2801', '·'])('keeps the text of %s as it is', async (text) => {
  const [comment] = await people.as(
    'author',
    (sql) => sql`insert into public.comments (spot_id, body) values (${spot.id}, ${text}) returning body`,
  )
  expect(comment).toEqual({ body: text })
})

test('lets moderators remove what was invisible before', async () => {
  const id = randomUUID()
  await people.owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`insert into public.comments (id, spot_id, author_id, body)
      values (${id}, ${spot.id}, ${people.ids.stranger}, ${INVISIBLE['Hangul fillers']})`
  })
  await people.actAs('moderator', (sql) => sql`select public.decide('comment', ${id}, 'removed', 'Empty')`)
  expect(await people.owner`select removal_reason from public.comments where id = ${id}`).toEqual([
    { removal_reason: 'Empty' },
  ])
})

test('rejects blanks as the name of the site', async () => {
  await expect(people.owner`update public.instance_settings set site_name = '   '`).rejects.toMatchObject({
    code: '23514',
  })
})
