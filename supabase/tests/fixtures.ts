import { randomUUID } from 'node:crypto'
import type { People } from './people.ts'
import { STATUSES, type Status, VISIBILITIES, type Visibility } from './visibility-rule.ts'

/** A spot of the author with one row of everything that can belong to a spot, and its link secret. */
export interface SpotFixture {
  id: string
  visibility: Visibility
  status: Status
  photoId: string
  photoPath: string
  postSlug: string
  listId: string
  secret: string
}

/** Creates one spot of each visibility and status as the owner, so that no trigger changes it. */
export async function createSpotMatrix(people: People): Promise<SpotFixture[]> {
  const fixtures: SpotFixture[] = []
  for (const visibility of VISIBILITIES) {
    for (const status of STATUSES) fixtures.push(await createSpot(people, visibility, status))
  }
  return fixtures
}

export async function createSpot(people: People, visibility: Visibility, status: Status): Promise<SpotFixture> {
  const { owner, ids } = people
  const secret = randomUUID()
  const reason = status === 'removed' ? 'Spam' : null
  const [spot] = await owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, precision, address, visibility, status, removal_reason, author_id, description)
    values (${`${visibility} ${status}`}, 'castle', 7.7, 45, 'area', 'Mill lane 7', ${visibility}, ${status}, ${reason}, ${ids.author}, 'needle')
    returning id`
  const id = spot?.id ?? ''
  await owner`insert into public.spot_exact_points (spot_id, lng, lat, address)
    values (${id}, 7.70123, 45.00456, 'Mill lane 7')`
  await owner`delete from public.links where spot_id = ${id}`
  await owner`insert into public.links (secret, owner_id, spot_id) values (${secret}, ${ids.author}, ${id})`
  const photoPath = `${ids.author}/${randomUUID()}`
  const [photo] = await owner<{ id: string }[]>`
    insert into public.photos (spot_id, author_id, storage_path, width, height)
    values (${id}, ${ids.author}, ${photoPath}, 10, 10) returning id`
  await owner`insert into storage.objects (bucket_id, name, owner_id) values ('photos', ${`${photoPath}/full.webp`}, ${ids.author})`
  await owner`insert into public.reviews (spot_id, author_id, rating) values (${id}, ${ids.author}, 5)`
  await owner`insert into public.comments (spot_id, author_id, body) values (${id}, ${ids.author}, 'Mind the step')`
  await owner`insert into public.revisions (spot_id, author_id, visibility, changes)
    values (${id}, ${ids.author}, ${visibility}, ${owner.json({ title: { from: 'a', to: 'b' } })})`
  const [post] = await owner<{ id: string; slug: string }[]>`
    insert into public.posts (title, visibility, status, author_id)
    values ('Story', 'public', 'published', ${ids.author}) returning id, slug`
  await owner`insert into public.post_spots (post_id, spot_id) values (${post?.id ?? ''}, ${id})`
  const [list] = await owner<{ id: string }[]>`
    insert into public.lists (title, visibility, author_id) values ('List', 'public', ${ids.author}) returning id`
  await owner`insert into public.list_items (list_id, spot_id) values (${list?.id ?? ''}, ${id})`
  return {
    id,
    visibility,
    status,
    photoId: photo?.id ?? '',
    photoPath,
    postSlug: post?.slug ?? '',
    listId: list?.id ?? '',
    secret,
  }
}
