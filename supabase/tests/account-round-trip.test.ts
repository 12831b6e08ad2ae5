import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadAvatar } from '../../web/app/features/account/members/upload-avatar.server.ts'
import { createDraftRows } from '../../web/app/features/imports/draft-rows.ts'
import { matchRows } from '../../web/app/features/imports/match-rows.ts'
import { RECORD_KINDS } from '../../web/app/features/imports/reading/archive/own-records.ts'
import { readBlob } from '../../web/app/features/imports/reading/read-files.ts'
import { sendPhotos } from '../../web/app/features/imports/send-photos.ts'
import { sendRows, startImport } from '../../web/app/features/imports/stage-rows.ts'
import { createPhotoStorer } from '../../web/app/features/imports/store-import-photo.server.ts'
import { uploadPhoto } from '../../web/app/features/media/upload/photo-upload.server.ts'
import { respondWithArchive } from '../../web/server/resources/exports/own/archive-response.ts'
import { packDataExports } from '../../web/server/resources/exports/own/pack-data-exports.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

type Member = Awaited<ReturnType<typeof signUp>>

let old: TestApp
let young: TestApp
let leaver: Member
let arrival: Member

beforeAll(async () => {
  old = await createTestApp()
  young = await createTestApp()
  leaver = await signUp(old, 'mover@example.org')
  const other = await signUp(old, 'other@example.org')
  arrival = await signUp(young, 'mover@example.org')
  await old.owner`insert into public.users (id, username) values (${leaver.id}, 'mover'), (${other.id}, 'other')`
  await young.owner`insert into public.users (id, username) values (${arrival.id}, 'mover')`
  await old.owner`insert into public.spots
      (id, title, category, tags, description, lng, lat, precision, access, visibility, status, author_id, address, website) values
    ('ownmill22222', 'Own mill', 'ruin', '{old,water}', E'**Two**\n\nlines & <signs>', 7.7, 45.05, 'area', 'fee', 'private',
      'published', ${leaver.id}, 'Via Po 1', 'https://mill.example.org/'),
    ('ownpark22222', 'Own park', 'garden', '{}', '', 7.65, 45.02, 'exact', 'free', 'public', 'published', ${leaver.id}, null, null),
    ('owndraft2222', 'Own draft', 'cafe', '{}', '', 7.6, 45.3, 'exact', 'unknown', 'members', 'draft', ${leaver.id}, null, null),
    ('ownshop22222', 'Own closed shop', 'market', '{}', '', 7.5, 45.2, 'exact', 'free', 'public', 'published', ${leaver.id}, null, null),
    ('othermill222', 'Other mill', 'castle', '{}', '', 7.8, 45.1, 'exact', 'unknown', 'public', 'published', ${other.id}, null, null)`
  await old.owner`update public.spots set status = 'closed' where id = 'ownshop22222'`
  await old.owner`insert into public.spot_exact_points (spot_id, lng, lat, address)
    values ('ownmill22222', 7.70123, 45.05456, 'Via Po 1')`
  await old.owner`insert into public.spot_sources (spot_id, name, author, license_name)
    values ('ownpark22222', 'Wikivoyage', 'Wikivoyage contributors', 'CC BY-SA 4.0')`
  await old.owner`insert into public.lists (id, title, description, visibility, author_id) values
    ('tosee2222222', 'To see', 'By bicycle.', 'public', ${leaver.id})`
  await old.owner`insert into public.list_items (list_id, spot_id, note, position) values
    ('tosee2222222', 'othermill222', 'In May', 1), ('tosee2222222', 'ownmill22222', '', 2), ('tosee2222222', 'ownpark22222', 'Bring bread', 3)`
  await old.owner`update public.list_items set position = 9 where spot_id = 'othermill222'`
  await old.owner`insert into public.reviews (spot_id, author_id, rating, body) values ('othermill222', ${leaver.id}, 4, 'Bring a torch.')`
  await old.owner`insert into public.posts (slug, title, summary, body, tags, author_id, status)
    values ('my-walk', 'My walk', 'Two mills', E'Go **there**.\n\n/spot/ownmill22222\n\nThen\n\n/spot/othermill222', '{walks}', ${leaver.id}, 'published')`
  await addPhotos()
  await addRecords(other.id)
  await backdate()
})
afterAll(async () => {
  await old[Symbol.asyncDispose]()
  await young[Symbol.asyncDispose]()
})

/** Adds comments, follows, a block and settings. Both sites have a member called rival and the same city. */
async function addRecords(other: string) {
  for (const app of [old, young]) {
    const rival = await signUp(app, 'rival@example.org')
    await app.owner`insert into public.users (id, username) values (${rival.id}, 'rival')`
    await app.owner`insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, lng, lat, population)
      values (3165524, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 7.68, 45.07, 900000) on conflict do nothing`
  }
  const [root] = await old.owner<{ id: string }[]>`insert into public.comments (spot_id, author_id, body, created_at)
    values ('othermill222', ${leaver.id}, 'Is it open?', '2026-01-02') returning id`
  const [theirs] = await old.owner<{ id: string }[]>`insert into public.comments (spot_id, author_id, body)
    values ('othermill222', ${other}, 'Who asks?') returning id`
  await old.owner`insert into public.comments (spot_id, author_id, parent_id, body, created_at) values
    ('othermill222', ${leaver.id}, ${root?.id ?? ''}, 'It is, thank you @rival.', '2026-01-01'),
    ('othermill222', ${leaver.id}, ${theirs?.id ?? ''}, 'Me.', '2026-01-03')`
  await old.owner`insert into public.follows (follower_id, member_id, city_id) values
    (${leaver.id}, ${other}, null), (${leaver.id}, null, 3165524)`
  await old.owner`insert into public.blocks (blocker_id, blocked_id)
    select ${leaver.id}, id from public.users where username = 'rival'`
  await old.owner`insert into public.notification_preferences (user_id, topic, in_app, mail) values (${leaver.id}, 'reviews', false, 'never')`
  await old.owner`insert into public.mail_schedules (user_id, digest_hour, time_zone) values (${leaver.id}, 18, 'Europe/Rome')`
  await old.owner`update public.users set bio = 'Looks for mills.', profile_visibility = 'members' where id = ${leaver.id}`
}

/** Moves everything into the past, each row by another time. */
async function backdate() {
  const columns = {
    spots: ['created_at', 'published_at', 'confirmed_at'],
    posts: ['created_at', 'published_at'],
    ...{ lists: ['created_at'], list_items: ['created_at'], reviews: ['created_at'], photos: ['created_at'] },
    ...{ follows: ['created_at'], blocks: ['created_at'] },
  }
  for (const [table, names] of Object.entries(columns)) {
    await old.owner.unsafe(
      `update public.${table} as dated set ${names
        .map(
          (name, index) => `${name} = ${name} -
      (${index === 0 ? 900 : 900 - index * 100} + abs(hashtext(dated::text)) % 50) * interval '1 day'`,
        )
        .join(', ')}`,
    )
  }
}

/** Adds two photos to a spot, with the second as cover, one to a review, and one as the cover of a story. */
async function addPhotos() {
  const upload = async (width: number, spotId: string | null, alt: string) => {
    const picture = await sharp({ create: { width, height: 80, channels: 3, background: '#286' } })
      .jpeg()
      .toBuffer()
    const store = { supabase: leaver.client, folder: old.server().storage.from('photos') }
    const { id } = await uploadPhoto(store, leaver.id, new Blob([new Uint8Array(picture)]))
    await old.owner`update public.photos set spot_id = ${spotId}, alt_text = ${alt}, position = ${width % 10},
      taken_at = '2024-05-01T10:00:00Z' where id = ${id}`
    return id
  }
  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#b42' } })
    .png()
    .toBuffer()
  const avatar_url = await uploadAvatar(leaver.client, leaver.id, new Blob([new Uint8Array(picture)]))
  await old.owner`update public.users set avatar_url = ${avatar_url} where id = ${leaver.id}`
  await upload(100, 'ownmill22222', 'The wheel')
  const cover = await upload(111, 'ownmill22222', 'The pond')
  await old.owner`update public.spots set cover_photo_id = ${cover} where id = 'ownmill22222'`
  const ofReview = await upload(120, 'othermill222', 'Inside')
  await old.owner`update public.photos set review_id = (select id from public.reviews where author_id = ${leaver.id})
    where id = ${ofReview}`
  const shown = await upload(130, null, '')
  const storyCover = await upload(140, null, 'The way')
  const pictures = `\n\n![A bridge](/photo/${shown} "At dusk")\n\n![The pond](/photo/${cover})`
  await old.owner`update public.posts set cover_photo_id = ${storyCover}, body = body || ${pictures}::text
    where slug = 'my-walk'`
}

async function moveIn({ publishesStories = false } = {}) {
  await young.owner`delete from private.write_counts`
  await leaver.client.rpc('start_data_export')
  await packDataExports(old.server(), async () => ({ siteName: 'Old', siteUrl: 'http://old.test' }))
  const request = new Request('http://old.test/account/settings/export.zip')
  const response = await respondWithArchive(request, leaver.client, { memberId: leaver.id, siteName: 'Old' })
  const file = await response.blob()
  const reading = await readBlob('my-data.zip', file)
  expect(reading.problems).toEqual([])
  const rows = await matchRows(arrival.client, createDraftRows(reading), () => undefined)
  const { archive } = reading
  const started = await startImport(arrival.client, {
    name: 'my-data.zip',
    rows,
    visibility: 'archive',
    archive,
    publishesStories,
    records: [...RECORD_KINDS],
  })
  await sendRows(arrival.client, started)
  const store = { supabase: arrival.client, folder: young.server().storage.from('photos') }
  await sendPhotos(arrival.client, { ...started, files: [file] }, createPhotoStorer(store, started.id, arrival.id))
  for (let left = 1; left > 0; ) left = (await young.server().rpc('continue_imports', { most: 500 })).data ?? 0
  return started.id
}

/** Returns the photos of a member with the size of their largest file, in the order of their pages. */
async function listPhotos(app: TestApp, { id: member }: Member) {
  const photos = await app.owner<{ id: string; storage_path: string; width: number }[]>`
    select photos.id, storage_path, width, height, alt_text, taken_at, photos.created_at, position, spots.title as spot, posts.title as post,
      review_id is not null as is_of_review, coalesce(spots.cover_photo_id = photos.id, false) as is_cover,
      coalesce(posts.cover_photo_id = photos.id, false) as is_story_cover
    from public.photos left join public.spots on spots.id = spot_id left join public.posts on posts.id = post_id
    where photos.author_id = ${member} order by spots.title, posts.title, width`
  return Promise.all(
    photos.map(async ({ storage_path, ...photo }) => {
      const { data } = await app.server().storage.from('photos').download(`${storage_path}/${photo.width}.webp`)
      const { width, height } = await sharp(await data?.arrayBuffer()).metadata()
      return { ...photo, pixels: [width, height] }
    }),
  )
}

/** Returns the picture of a member as it is stored. */
async function findPicture(app: TestApp, { id }: Member) {
  const [row] = await app.owner<{ avatar_url: string | null }[]>`select avatar_url from public.users where id = ${id}`
  const path = row?.avatar_url?.split('/avatars/')[1]
  if (!path) return null
  const { data } = await app.server().storage.from('avatars').download(path)
  const { format, width, height } = await sharp(await data?.arrayBuffer()).metadata()
  return { isOwn: path.startsWith(`${id}/`), format, width, height }
}

/** Reads the comments, follows, blocks and settings of a member, without those that only the old site can have. */
async function listRecords(app: TestApp, { id }: Member) {
  return {
    comments: await app.owner`
      select spots.title, comments.body, parent.body as answers, greatest(comments.created_at, parent.created_at) as at from public.comments join public.spots on spots.id = comments.spot_id
      left join public.comments as parent on parent.id = comments.parent_id
      where comments.author_id = ${id} and comments.body <> 'Me.' order by comments.body`,
    follows:
      await app.owner`select city_id, created_at from public.follows where follower_id = ${id} and city_id is not null`,
    blocks:
      await app.owner`select username, blocks.created_at from public.blocks join public.users on id = blocked_id where blocker_id = ${id}`,
    preferences: await app.owner`select topic, in_app, mail from public.notification_preferences where user_id = ${id}`,
    schedule: await app.owner`select digest_hour, time_zone from public.mail_schedules where user_id = ${id}`,
    profile: await app.owner`select bio, profile_visibility from public.users where id = ${id}`,
  }
}

test('restores everything but ids from an archive on another site, and undoes the import', async () => {
  const id = await moveIn()
  const failed = await young.owner`select title, reason from public.import_rows where state = 'failed'`
  expect(failed).toEqual([])
  const listSpots = (app: TestApp) => app.owner`
    select title, category, tags, description, precision, access, visibility, status, spots.address, website, spots.lng, spots.lat,
      created_at, published_at, confirmed_at,
      exact.lng as exact_lng, exact.lat as exact_lat, exact.address as exact_address
    from public.spots left join public.spot_exact_points as exact on exact.spot_id = spots.id
    where title like 'Own%' order by title`
  expect(await listSpots(young)).toEqual(await listSpots(old))

  const list = (app: TestApp, member: Member) => app.owner`
    select lists.title, lists.description, lists.visibility, lists.kind, spots.title as spot, note,
      lists.created_at, list_items.created_at as added_at
    from public.lists join public.list_items on list_id = lists.id join public.spots on spots.id = spot_id
    where lists.author_id = ${member.id} order by lists.title, list_items.position`
  expect(await list(young, arrival)).toEqual(await list(old, leaver))

  const review = (app: TestApp, member: Member) => app.owner`
    select title, rating, body, reviews.created_at from public.reviews join public.spots on spots.id = spot_id where reviews.author_id = ${member.id}`
  expect(await review(young, arrival)).toEqual(await review(old, leaver))

  const sources = await young.owner`
    select title, name, author, url, license_name from public.spot_sources join public.spots on spots.id = spot_id order by title`
  expect(sources).toEqual([
    {
      ...{ title: 'Other mill', name: 'Old', author: 'other', url: 'http://old.test/spot/othermill222' },
      license_name: 'CC BY-SA 4.0',
    },
    {
      ...{ title: 'Own park', name: 'Wikivoyage', author: 'Wikivoyage contributors' },
      ...{ url: 'http://old.test/spot/ownpark22222', license_name: 'CC BY-SA 4.0' },
    },
  ])
  const files = await young.owner`select distinct name from public.spot_files`
  expect(files).toEqual([{ name: 'my-data.zip' }])

  // The author of this spot has no account on the new site, so the spot becomes private.
  const places = await young.owner<{ id: string; title: string; visibility: string }[]>`
    select id, title, visibility from public.spots where title in ('Own mill', 'Other mill') order by title`
  expect(places.map(({ visibility }) => visibility)).toEqual(['private', 'private'])
  const [otherMill, ownMill] = places.map(({ id: spot }) => spot)
  const photos = await listPhotos(young, arrival)
  expect(photos.map(({ id: _, ...photo }) => photo)).toEqual(
    (await listPhotos(old, leaver)).map(({ id: _, ...photo }) => photo),
  )
  const [shown, pond] = [130, 111].map((width) => photos.find((photo) => photo.width === width))
  const stories = await young.owner`select title, summary, body, tags, status, visibility from public.posts`
  expect(stories).toEqual([
    {
      ...{ title: 'My walk', summary: 'Two mills', tags: ['walks'], status: 'draft', visibility: 'private' },
      body: `Go **there**.\n\n/spot/${ownMill}\n\nThen\n\n/spot/${otherMill}\n\n![A bridge](/photo/${shown?.id} "At dusk")\n\n![The pond](/photo/${pond?.id})`,
    },
  ])
  const datePosts = (app: TestApp) => app.owner`select title, created_at from public.posts`
  expect(await datePosts(young)).toEqual(await datePosts(old))
  expect(await young.owner`select from public.post_spots`).toHaveLength(2)

  const records = await young.owner`
    select kind, name, state, reason from public.import_records where import_id = ${id} and state <> 'created' order by number`
  expect(records).toEqual([
    {
      ...{ kind: 'comment', name: 'Other mill: Me.', state: 'failed' },
      reason: 'The comment that it answers is not on this site.',
    },
    { ...{ kind: 'follow', name: 'other', state: 'failed' }, reason: 'There is no member of this name on this site.' },
  ])
  expect(await listRecords(young, arrival)).toEqual(await listRecords(old, leaver))
  expect(await young.owner`select from public.notifications`).toEqual([])

  expect(await findPicture(old, leaver)).toMatchObject({ isOwn: true, width: 288 })
  expect(await findPicture(young, arrival)).toEqual(await findPicture(old, leaver))

  const again = await moveIn()
  expect(await listRecords(young, arrival)).toEqual(await listRecords(old, leaver))
  expect(
    await young.owner`select distinct state from public.import_records where import_id = ${again} order by state`,
  ).toEqual([{ state: 'known' }, { state: 'failed' }])
  const [picture] =
    await young.owner`select reason from public.import_records where import_id = ${again} and number = 0`
  expect(picture).toEqual({ reason: 'You already have a picture on this site.' })
  expect(await young.owner`select from public.posts`).toHaveLength(1)
  await arrival.client.rpc('undo_import', { import: again })
  expect(await listRecords(young, arrival)).toEqual(await listRecords(old, leaver))

  await arrival.client.rpc('undo_import', { import: id })
  expect(await findPicture(young, arrival)).toBeNull()
  for (const table of ['spots', 'lists', 'reviews', 'posts', 'list_items', 'photos', 'comments', 'follows', 'blocks']) {
    const left = await young.owner.unsafe(
      `select from public.${table} ${table === 'lists' ? `where kind = 'own'` : ''}`,
    )
    expect([table, left.length]).toEqual([table, 0])
  }
})
