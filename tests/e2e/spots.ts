import type { Locator, Page } from '@playwright/test'
import { type Account, createMemberClient } from './accounts.ts'
import type { Site } from './site.ts'

/** Publishes the spot "Old ferry" of a member and returns its id. */
export async function createSpot(site: Site, author: Account): Promise<string> {
  const client = await createMemberClient(site.url, author)
  const spot = {
    title: 'Old ferry',
    category: 'station',
    lng: 8.2,
    lat: 53.1,
    author_id: author.id,
    status: 'published',
  }
  const { data } = await client.from('spots').insert(spot).select('id').single().throwOnError()
  return String(data?.id)
}

/** Returns the comment or review with a text on the page of a spot. */
export function findEntry(page: Page, text: string): Locator {
  return page.locator('.comment, .review').filter({ hasText: text }).last()
}
