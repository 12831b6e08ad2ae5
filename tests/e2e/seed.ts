import { createAccount, createMemberClient } from './accounts.ts'
import type { Site } from './site.ts'

/** The spots of every test site: far apart, in several category groups, two of them close to each other. */
export const SEED_SPOTS = [
  { title: 'Charles Bridge', category: 'building', lng: 14.4114, lat: 50.0865, tags: ['bridge', 'river'] },
  { title: 'Petřín Lookout Tower', category: 'viewpoint', lng: 14.3951, lat: 50.0836, tags: ['tower'] },
  { title: 'Cliffs of Moher', category: 'coast', lng: -9.4309, lat: 52.9719, tags: ['cliff', 'wind'] },
  { title: 'Skógafoss', category: 'waterfall', lng: -19.5114, lat: 63.5321, tags: ['icefield'] },
  { title: 'Ueno Park', category: 'garden', lng: 139.7744, lat: 35.7148, tags: ['blossom'] },
  { title: 'Table Mountain', category: 'summit', lng: 18.4098, lat: -33.9628, tags: ['hike'] },
  { title: 'Pike Place Market', category: 'market', lng: -122.3421, lat: 47.6097, tags: ['food'] },
  { title: 'Milford Track', category: 'walk', lng: 167.7947, lat: -44.9283, tags: ['hike', 'rain'] },
] as const

/** The only story of every test site. */
const SEED_POST = {
  title: 'Across the river before breakfast',
  summary: 'The bridge belongs to whoever gets up first.',
  body: '# At six\n\nThe statues have it to themselves.\n\n# At seven\n\nSo do the bakers.',
} as const

/** The slug that the story's title produces. */
export const SEED_POST_SLUG = 'across-the-river-before-breakfast'

/** A city with seed spots. */
export const SEED_CITY = 'prague'

/** Fills a site through its public API, as a member would. */
export async function seedSite(site: Site): Promise<void> {
  const author = await createAccount(site.url, { username: 'cartographer' })
  const client = await createMemberClient(site.url, author)
  const spots = SEED_SPOTS.map((spot) => ({
    ...spot,
    description: `${spot.title}: worth a detour at any hour.`,
    author_id: author.id,
    status: 'published',
  }))
  const post = { ...SEED_POST, author_id: author.id, status: 'published' }
  for (const { error } of [await client.from('spots').insert(spots), await client.from('posts').insert(post)]) {
    if (error) throw new Error(`The seed could not be planted: ${error.message}`)
  }
}
