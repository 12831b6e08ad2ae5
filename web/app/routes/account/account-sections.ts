import type { AccountPage, OwnPost, OwnSpot } from './account-page.ts'

/** The parts of the account page; each is the hash of an address, so that other pages lead to it. */
const accountSections = ['spots', 'drafts', 'waiting', 'stories', 'lists', 'reviews'] as const

export type AccountSection = (typeof accountSections)[number]

/** A spot or a story of the member, wherever it is in its life. */
export type Contribution = { kind: 'spot'; row: OwnSpot } | { kind: 'post'; row: OwnPost }

/** What a member made, by where it is in its life. */
export interface Contributions {
  shown: OwnSpot[]
  stories: OwnPost[]
  drafts: Contribution[]
  waiting: Contribution[]
  removed: Contribution[]
}

/** The part that a hash names; the spots for any other. */
export function toAccountSection(hash: string): AccountSection {
  return accountSections.find((section) => `#${section}` === hash) ?? 'spots'
}

/** Sorts spots and stories into what is shown, drafted, waiting and removed. */
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
