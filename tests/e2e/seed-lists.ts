import { createMemberClient } from './accounts.ts'
import { SEED_SPOTS } from './seed.ts'
import type { Site } from './site.ts'

/** The titles of four spots of every site, for lists. */
export const [BRIDGE, TOWER, CLIFFS, FALLS] = SEED_SPOTS.map(({ title }) => title) as [string, string, string, string]

/** Creates the list "Before breakfast" of a member with seed spots, and returns its id. */
export async function createList(
  site: Site,
  owner: Parameters<typeof createMemberClient>[1],
  titles: string[],
): Promise<string> {
  const client = await createMemberClient(site.url, owner)
  const { data } = await client.rpc('create_list', { title: 'Before breakfast' }).throwOnError()
  for (const spot of await findSpots(site, titles)) {
    await client.rpc('set_on_list', { spot, list: data.id, is_on: true }).throwOnError()
  }
  return data.id
}

/** Returns the ids of seed spots. */
export async function findSpots(site: Site, titles: string[]): Promise<string[]> {
  const client = await createMemberClient(site.url)
  const { data } = await client.from('spots').select('id, title').in('title', titles).throwOnError()
  return titles.map((title) => String(data.find((spot) => spot.title === title)?.id))
}
