import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { type Card, PICTURE, STRIP } from './card.ts'
import { findLocator } from './locator.ts'
import { createMapPath, fitPoints, MAX_MARKS, projectPoints } from './map-view.ts'

const ID = /^[a-z0-9]{8,24}$/
const USERNAME = /^[^\p{C}]{1,60}$/u
const SLUG = /^[a-z0-9-]{1,80}$/
const MIN_REVIEWS = 3
const STRIP_ZOOM = 12.5
/** Groups whose titles are set in italics, as cartographers letter landscape. */
const LANDSCAPE = ['relief', 'water', 'green']

const City = v.nullable(v.object({ name: v.string(), country_name: v.string() }))
const Spot = v.object({
  id: v.string(),
  title: v.string(),
  category: v.string(),
  lng: v.number(),
  lat: v.number(),
  precision: v.string(),
  rating_average: v.nullable(v.number()),
  review_count: v.number(),
  cover_photo_id: v.nullable(v.string()),
  categories: v.object({ name: v.string(), group_id: v.string() }),
  cities: City,
})
const Story = v.object({
  id: v.string(),
  title: v.string(),
  summary: v.string(),
  author_id: v.nullable(v.string()),
  cover_photo_id: v.nullable(v.string()),
  cities: City,
  post_spots: v.array(v.object({ count: v.number() })),
})
const List = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  author_id: v.string(),
  list_items: v.array(v.object({ spots: v.nullable(v.object({ lng: v.number(), lat: v.number() })) })),
})

const Member = v.object({
  member: v.object({ id: v.string(), username: v.string(), name: v.nullable(v.string()) }),
  bio: v.nullable(v.string()),
  home: v.nullable(v.string()),
  spot_count: v.number(),
})
const Points = v.array(v.object({ lng: v.number(), lat: v.number() }))

/** Returns the card that the query names, or undefined if the client may not see its subject. */
export function findCard(client: SupabaseClient, query: URLSearchParams): Promise<Card | undefined> {
  const [spot, post, list, member] = ['spot', 'post', 'list', 'member'].map((name) => query.get(name) ?? '')
  if (spot && ID.test(spot)) return findSpotCard(client, spot)
  if (post && SLUG.test(post)) return findStoryCard(client, post)
  if (list && ID.test(list)) return findListCard(client, list)
  if (member && USERNAME.test(member)) return findMemberCard(client, member)
  return Promise.resolve(undefined)
}

async function findSpotCard(client: SupabaseClient, id: string): Promise<Card | undefined> {
  const columns =
    'id, title, category, lng, lat, precision, rating_average, review_count, cover_photo_id, categories(name, group_id), cities(name, country_name)'
  const spot = await findRow(Spot, client.from('spots').select(columns).eq('id', id).maybeSingle())
  if (!spot) return undefined
  const { category, categories, rating_average, review_count } = spot
  return {
    icon: { path: `/category-icon/${category}.svg` },
    label: categories.name,
    title: spot.title,
    isItalic: category === 'walk' || LANDSCAPE.includes(categories.group_id),
    subtitle: describeCity(spot.cities),
    rating: review_count >= MIN_REVIEWS ? rating_average : null,
    picture: { path: createPicturePath(spot.cover_photo_id, spot.id), marks: [] },
    strip: spot.precision === 'exact' ? createMapPath({ center: spot, zoom: STRIP_ZOOM, ...STRIP }) : null,
    code: findLocator(spot),
  }
}

async function findStoryCard(client: SupabaseClient, slug: string): Promise<Card | undefined> {
  const columns = 'id, title, summary, author_id, cover_photo_id, cities(name, country_name), post_spots(count)'
  const story = await findRow(Story, client.from('posts').select(columns).eq('slug', slug).maybeSingle())
  if (!story) return undefined
  return {
    icon: 'story',
    label: await nameAuthor(client, 'Story', story.author_id),
    title: story.title,
    isItalic: false,
    subtitle: describeCity(story.cities) || story.summary,
    rating: null,
    picture: { path: createPicturePath(story.cover_photo_id, `story-${story.id}`), marks: [] },
    strip: null,
    code: countSpots(story.post_spots[0]?.count ?? 0),
  }
}

async function findListCard(client: SupabaseClient, id: string): Promise<Card | undefined> {
  const columns = 'id, title, description, author_id, list_items(spots(lng, lat))'
  const query = client.from('lists').select(columns).eq('id', id)
  const list = await findRow(List, query.order('position', { referencedTable: 'list_items' }).maybeSingle())
  if (!list) return undefined
  const points = list.list_items.flatMap(({ spots }) => spots ?? [])
  const view = points.length > 0 ? fitPoints(points, PICTURE) : undefined
  return {
    icon: 'list',
    label: await nameAuthor(client, 'List', list.author_id),
    title: list.title,
    isItalic: false,
    subtitle: list.description,
    rating: null,
    picture: view
      ? { path: createMapPath(view), marks: projectPoints(points, view, true) }
      : { path: createPicturePath(null, `story-${list.id}`), marks: [] },
    strip: null,
    code: countSpots(points.length),
  }
}

/** Returns the card of a member whose profile visitors may see: their newest spots on a map. */
async function findMemberCard(client: SupabaseClient, by: string): Promise<Card | undefined> {
  const page = v.safeParse(Member, await findRow(v.unknown(), client.rpc('profile_page', { by })))
  // Profiles that are suspended or visible only to members have no content.
  if (!page.success) return undefined
  const { member, bio, home, spot_count } = page.output
  const newest = client
    .from('spots')
    .select('lng, lat')
    .eq('author_id', member.id)
    .in('status', ['published', 'closed'])
  const points = (await findRow(Points, newest.order('published_at', { ascending: false }).limit(MAX_MARKS))) ?? []
  const view = points.length > 0 ? fitPoints(points, PICTURE) : undefined
  return {
    icon: 'member',
    label: 'Marked by',
    title: member.username,
    isItalic: false,
    subtitle: bio || (home === null ? '' : `Mostly in ${home}`),
    rating: null,
    picture: view
      ? { path: createMapPath(view), marks: projectPoints(points, view, false) }
      : { path: createPicturePath(null, `member-${member.id}`), marks: [] },
    strip: null,
    code: countSpots(spot_count),
  }
}

/** Returns the row of a query that the client may read, or undefined. */
async function findRow<Schema extends v.GenericSchema>(
  schema: Schema,
  query: PromiseLike<{ data: unknown; error: { message: string } | null }>,
): Promise<v.InferOutput<Schema> | undefined> {
  const { data, error } = await query
  if (error) throw new Error(error.message)
  return data === null ? undefined : v.parse(schema, data)
}

async function nameAuthor(client: SupabaseClient, kind: string, id: string | null): Promise<string> {
  const Profile = v.object({ username: v.nullable(v.string()) })
  const profile =
    id === null
      ? undefined
      : await findRow(Profile, client.from('profiles').select('username').eq('id', id).maybeSingle())
  return profile?.username ? `${kind} by ${profile.username}` : kind
}

/** Returns the path of the photo, or of the drawn cover if there is none. */
function createPicturePath(photoId: string | null, cover: string): string {
  return photoId === null ? `/cover/${cover}/card/day.svg` : `/photo/${photoId}/card.jpg`
}

function describeCity(city: v.InferOutput<typeof City>): string {
  return city === null ? '' : `${city.name}, ${city.country_name}`
}

function countSpots(count: number): string {
  return count === 1 ? '1 spot' : `${count} spots`
}
