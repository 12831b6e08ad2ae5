import type { SupabaseClient } from '@supabase/supabase-js'
import type { Account } from '../../tests/e2e/accounts.ts'

/** A screen and the viewer who opens it. */
export interface Screen {
  /** The name of its screenshots, here and in the design. */
  name: string
  path: string
  viewer: 'visitor' | 'member'
}

const OWN_SPOTS = 6

/**
 * Lists the screens of a site with demo content, with the richest spot, city and story. Creates some content for the
 * member first.
 */
export async function listScreens(client: SupabaseClient, member: Account): Promise<Screen[]> {
  await createSpots(client, member)
  const bare = await getFirst(client, 'spots', { column: 'review_count', isAscending: false })
  const city = await getBusiestCity(client)
  const post = await getFirst(client, 'posts', { column: 'published_at', isAscending: false })
  const visitor = (name: string, path: string): Screen => ({ name, path, viewer: 'visitor' })
  const asMember = (name: string, path: string): Screen => ({ name, path, viewer: 'member' })
  const explore = `/explore?lat=${city.lat}&lng=${city.lng}&z=6`
  return [
    visitor('home', '/'),
    asMember('home', '/'),
    visitor('about', '/about'),
    visitor('explore', explore),
    visitor('empty', '/explore?lat=-20&lng=-30&z=7&q=lighthouse&rating=4'),
    visitor('spot', `/spot/${bare.id}`),
    asMember('spot', `/spot/${bare.id}`),
    visitor('login', '/auth/login'),
    visitor('signup', '/auth/signup'),
    asMember('submit', '/submit'),
    asMember('city', `/city/${city.slug}`),
    asMember('story', `/post/${post.slug}`),
    asMember('account', '/account'),
    asMember('account-settings', '/account/settings'),
    asMember('debug-seed', '/debug-seed'),
    asMember('error-404', '/nowhere/at-all'),
  ]
}

/** Makes the member the author of some demo spots, so that the account screen has content. */
async function createSpots(client: SupabaseClient, { id, email, username }: Account): Promise<void> {
  await client.from('users').upsert({ id, email, username }).throwOnError()
  const { data } = await client.from('spots').select('id').order('score').limit(OWN_SPOTS).throwOnError()
  const ids = (data ?? []).map((spot) => String(spot.id))
  await client.from('spots').update({ author_id: id }).in('id', ids).throwOnError()
}

async function getFirst(
  client: SupabaseClient,
  table: 'spots' | 'posts',
  { column, isAscending }: { column: string; isAscending: boolean },
): Promise<{ id: string; slug: string }> {
  const query = client
    .from(table)
    .select('id, slug')
    .eq('status', 'published')
    .order(column, { ascending: isAscending })
  const { data } = await query.limit(1).single().throwOnError()
  return { id: String(data?.id), slug: String(data?.slug) }
}

async function getBusiestCity(client: SupabaseClient): Promise<{ slug: string; lng: number; lat: number }> {
  const { data } = await client.from('spots').select('city_id').not('city_id', 'is', null).throwOnError()
  const counts = new Map<number, number>()
  for (const { city_id } of data ?? []) counts.set(city_id, (counts.get(city_id) ?? 0) + 1)
  const [busiest] = [...counts].sort(([, one], [, other]) => other - one)
  const { data: city } = await client
    .from('cities')
    .select('slug, lng, lat')
    .eq('id', busiest?.[0] ?? 0)
    .single()
    .throwOnError()
  return { slug: String(city?.slug), lng: Number(city?.lng), lat: Number(city?.lat) }
}
