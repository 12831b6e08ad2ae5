import type { AccountPage, OwnPost, OwnSpot } from './account-page.ts'

/** The tabs of the account page. Each is the hash of a URL, so that other pages can link to it. */
const accountSections = ['feed', 'spots', 'drafts', 'waiting', 'stories', 'lists', 'reviews'] as const

export type AccountSection = (typeof accountSections)[number]

/** A spot or a story of the member in any status. */
export type Contribution = { kind: 'spot'; row: OwnSpot } | { kind: 'post'; row: OwnPost }

/** The member's contributions by status. */
export interface Contributions {
  shown: OwnSpot[]
  stories: OwnPost[]
  drafts: Contribution[]
  waiting: Contribution[]
  removed: Contribution[]
}

/** Returns the tab that a hash names, or the feed for any other hash. */
export function toAccountSection(hash: string): AccountSection {
  return accountSections.find((section) => `#${section}` === hash) ?? 'feed'
}

/** The number of published spots on a page. The database returns one more if there are others. */
const SPOTS_PER_PAGE = 100

/** Returns the published spots of a page, and the id after which the next page continues, if there is one. */
export function toSpotsPage(shown: OwnSpot[]): { spots: OwnSpot[]; lastId: string | undefined } {
  const spots = shown.slice(0, SPOTS_PER_PAGE)
  return { spots, lastId: shown.length > SPOTS_PER_PAGE ? spots.at(-1)?.id : undefined }
}

/** Returns the id of the spot after which the page of a URL continues; undefined for the first page. */
export function findLastSpot(parameters: URLSearchParams): string | undefined {
  return /^[a-z0-9]{1,40}$/.exec(parameters.get('older') ?? '')?.[0]
}

/** Sorts spots and stories into published, drafts, pending and removed. */
export function sortContributions({ spots, posts }: Pick<AccountPage, 'spots' | 'posts'>): Contributions {
  const all: Contribution[] = [
    ...spots.map((row) => ({ kind: 'spot' as const, row })),
    ...posts.map((row) => ({ kind: 'post' as const, row })),
  ]
  const withStatus = (status: OwnSpot['status']) => all.filter(({ row }) => row.status === status)
  const isShown = ({ status }: { status: OwnSpot['status'] }) => status === 'published' || status === 'closed'
  return {
    shown: spots.filter(isShown),
    stories: posts.filter(isShown),
    drafts: withStatus('draft'),
    waiting: withStatus('pending'),
    removed: withStatus('removed'),
  }
}
