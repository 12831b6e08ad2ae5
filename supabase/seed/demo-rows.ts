import { createHash } from 'node:crypto'
import { demoLists, demoMembers, demoTalks, demoVerdicts } from './demo-members.ts'
import { demoSpots } from './demo-spots.ts'
import { type DemoStory, demoStories } from './demo-stories.ts'
import type { DemoSpot } from './spots/demo-spot.ts'

/*
 * All ids and random choices are derived from the keys of the content. The demo is therefore the same each time,
 * filling it twice adds nothing, and removing it deletes exactly the rows that filling added.
 */

const FIRST_DAY = Date.UTC(2026, 2, 1)
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = 250

/** Returns the id of a demo spot. */
function demoSpotId(key: string): string {
  return `demo${key}`
}

export const demoSpotIds = demoSpots.map(({ key }) => demoSpotId(key))
export const demoPostIds = demoStories.map(({ key }) => `demostory${key}`)
export const demoListIds = demoLists.map(({ key }) => `demolist${key}`)

/** Rows for table spots. */
export function createSpotRows() {
  return demoSpots.map(({ key, country, ...spot }) => ({
    id: demoSpotId(key),
    ...spot,
    country_code: country,
    access: 'unknown' as const,
    status: 'published' as const,
    visibility: 'public' as const,
    author_id: pickMember(key),
    ...publishedOn(key),
    confirmed_at: dayOf(`${key} confirmed`, 200),
  }))
}

/** Rows for table reviews: up to five per spot, by members other than its author. Most are positive. */
export function createReviewRows() {
  return demoSpots.flatMap((spot) => {
    const count = choose(`${spot.key} reviews`, 6)
    const others = demoMembers.filter(({ id }) => id !== pickMember(spot.key))
    return others
      .toSorted((a, b) => hash(spot.key + a.id) - hash(spot.key + b.id))
      .slice(0, count)
      .map(({ id }) => createReview(spot, id))
  })
}

function createReview({ key }: DemoSpot, authorId: string) {
  const chance = choose(`${key} ${authorId} rating`, 100)
  const rating = [4, 14, 36, 72, 100].findIndex((limit) => chance < limit) + 1
  const verdicts = demoVerdicts[rating - 1] ?? ['']
  return {
    id: toUuid(`review ${key} ${authorId}`),
    spot_id: demoSpotId(key),
    author_id: authorId,
    rating,
    body: verdicts[choose(`${key} ${authorId} words`, verdicts.length)] ?? '',
    created_at: dayOf(`${key} ${authorId}`, DAYS),
  }
}

/** Rows for table comments. Questions come before their replies. */
export function createCommentRows() {
  const rows = demoSpots
    .filter(({ key }) => choose(`${key} talk`, 4) === 0)
    .map(({ key }) => {
      const [question, reply] = demoTalks[choose(`${key} talks`, demoTalks.length)] ?? ['', undefined]
      const base = { spot_id: demoSpotId(key), created_at: dayOf(`${key} talk`, DAYS) }
      const requested = {
        ...base,
        id: toUuid(`comment ${key}`),
        parent_id: null,
        author_id: pickMember(`${key} asks`),
        body: question,
      }
      const answer = {
        ...base,
        id: toUuid(`reply ${key}`),
        parent_id: requested.id,
        author_id: pickMember(key),
        body: reply ?? '',
      }
      return { requested, answer }
    })
  return {
    questions: rows.map(({ requested }) => requested),
    replies: rows.map(({ answer }) => answer).filter(({ body }) => body !== ''),
  }
}

/** Rows for table posts, with the ids of the cities by their slugs. */
export function createPostRows(cityIds: ReadonlyMap<string, number>) {
  return demoStories.map(({ key, slug, title, summary, city, body }) => ({
    id: `demostory${key}`,
    slug,
    title,
    summary,
    body: body.replaceAll(/^@([a-z]+)$/gm, (_, spot: string) => `/spot/${demoSpotId(spot)}`),
    city_id: (city && cityIds.get(city)) ?? null,
    status: 'published' as const,
    visibility: 'public' as const,
    author_id: pickMember(key),
    ...publishedOn(key),
  }))
}

/** Rows for table post_spots. */
export function createPostSpotRows() {
  return demoStories.flatMap((story) =>
    listSpotsOf(story).map((spot, position) => ({
      post_id: `demostory${story.key}`,
      spot_id: demoSpotId(spot),
      position,
    })),
  )
}

/** Returns the keys of the spots in a story, in order. */
export function listSpotsOf({ body }: DemoStory): string[] {
  return [...body.matchAll(/^@([a-z]+)$/gm)].map(([, key = '']) => key)
}

/** Rows for tables lists and list_items: the members' own lists. */
export function createListRows() {
  const lists = demoLists.map(({ key, title, description }) => ({
    id: `demolist${key}`,
    kind: 'own' as const,
    title,
    description,
    visibility: 'public' as const,
    author_id: pickMember(key),
  }))
  const items = demoLists.flatMap(({ key, spots }) =>
    spots.map((spot, position) => ({ list_id: `demolist${key}`, spot_id: demoSpotId(spot), position })),
  )
  return { lists, items }
}

/** Returns the spots that a demo member wants to visit or has visited. */
export function listMarkedSpots(memberId: string, kind: string): string[] {
  return demoSpots.filter(({ key }) => choose(`${key} ${memberId} ${kind}`, 9) === 0).map(({ key }) => demoSpotId(key))
}

function pickMember(key: string): string {
  return demoMembers[choose(`${key} author`, demoMembers.length)]?.id ?? ''
}

function publishedOn(key: string) {
  const day = dayOf(key, DAYS)
  return { created_at: day, published_at: day }
}

function dayOf(key: string, days: number): string {
  return new Date(FIRST_DAY + choose(`${key} day`, days) * DAY_MS + choose(`${key} time`, DAY_MS)).toISOString()
}

/** Returns a number from 0 to `count`, exclusive, always the same for the same words. */
function choose(words: string, count: number): number {
  return hash(words) % count
}

function hash(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE(0)
}

function toUuid(words: string): string {
  const hex = createHash('sha256').update(words).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
