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
