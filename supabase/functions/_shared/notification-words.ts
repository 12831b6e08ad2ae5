/** A notification as `private.notification_cards` describes it. */
export interface NotificationContent {
  kind: string
  spot: { id: string; title: string } | null
  post: { slug: string; title: string } | null
  list: { id: string; title: string } | null
  actor: { username: string | null; name: string | null } | null
  comment_id: string | null
  suggestion_id: number | null
  rating: number | null
  text: string
}

/** A sentence about a notification: name, words, title, words. The title links to the page of the event. */
export interface NotificationSentence {
  /** Null if the sentence names no member. */
  name: string | null
  before: string
  title: string
  after: string
  /** The path of the page of the event. */
  path: string
  /** The text that was written, or the reason of a decision. Can be empty. */
  note: string
}

interface Words {
  /** True if the sentence begins with the name of the member who caused the event. */
  isNamed?: boolean
  before?: string
  after?: string
  /** The words for a group by one member, such as "marked 3 spots". */
  several?: string
  /** The introduction of the text. Texts of members are quoted. */
  note?: (text: string) => string
}

const quote = (text: string) => (text === '' ? '' : `“${text}”`)
const withReason = (text: string) => (text === '' ? '' : `Reason: ${text}`)

/** The words of each kind, for the site and for emails. */
const WORDS: Record<string, Words> = {
  reply: { isNamed: true, before: 'replied to you under', note: quote },
  mention: { isNamed: true, before: 'mentioned you under', note: quote },
  comment: { isNamed: true, before: 'commented on', note: quote },
  review: { isNamed: true, before: 'reviewed', note: quote },
  photo: { isNamed: true, before: 'added a photo of' },
  follow: { isNamed: true, before: 'follows you' },
  suggestion: { isNamed: true, before: 'suggested an edit to' },
  'suggestion-accepted': { isNamed: true, before: 'accepted your edit of' },
  'suggestion-declined': { isNamed: true, before: 'declined your edit of', note: withReason },
  approved: { after: 'is published.', note: () => 'Approved by a moderator' },
  removed: { after: 'was removed.', note: withReason },
  edited: { after: 'was edited by a moderator.', note: (text) => text },
  moved: { before: 'A moderator moved your contribution to', note: (text) => text },
  restored: { after: 'was restored.', note: (text) => text },
  question: { before: 'A moderator asks about', note: quote },
  warning: { before: 'A moderator sent you a warning.', note: quote },
  'export-ready': { before: 'Your data export is ready. Download it within seven days.' },
  'report-handled': { before: 'Your report was handled:', note: (text) => text },
  // The owner of the list sent the link, so the event is that a member accepted it.
  invitation: { isNamed: true, before: 'joined' },
  'new-spot': { isNamed: true, before: 'marked', several: 'spots' },
  'new-story': { isNamed: true, before: 'published', several: 'stories' },
  'new-list': { isNamed: true, before: 'made the list', several: 'lists' },
  'list-item': { isNamed: true, before: 'added', several: 'spots to lists' },
}
const SEVERAL_VERBS: Record<string, string> = { 'new-list': 'made', 'list-item': 'added' }

/** Describes a notification, or `count` of one kind by one member. */
export function describeNotification(content: NotificationContent, count = 1): NotificationSentence {
  const words = WORDS[content.kind] ?? { before: 'News about' }
  const name = words.isNamed ? nameActor(content.actor) : null
  if (count > 1 && words.several) {
    const verb = SEVERAL_VERBS[content.kind] ?? words.before
    return {
      name,
      before: `${verb} ${count} ${words.several}`,
      title: '',
      after: '',
      path: toProfile(content),
      note: '',
    }
  }
  const part = describePart(content)
  if (part) return { name, ...part }
  const subject = findSubject(content)
  const note = words.note?.(content.text.trim()) ?? ''
  return {
    name,
    before: subject ? (words.before ?? '') : (words.before ?? 'Your contribution').replace(/:$/, '.'),
    title: subject?.title ?? '',
    after: [words.after ?? '', content.kind === 'list-item' && content.list ? `to ${content.list.title}` : '']
      .filter(Boolean)
      .join(' '),
    path: subject?.path ?? findPath(content),
    note: content.rating === null ? note : [content.rating.toFixed(1), note].filter(Boolean).join(' · '),
  }
}

/** The decisions about a part of a page, whose text is "Your comment: " and the reason. */
const PART = /^Your (?:(photo|review|comment)|list “.*?”):\s*/
const PART_PREPOSITIONS: Record<string, string> = { photo: 'of', review: 'of', comment: 'on' }

/** Describes a decision about a photo, review or comment, not about its page, or about a list. */
function describePart(content: NotificationContent): Omit<NotificationSentence, 'name'> | undefined {
  const [start = '', kind = ''] = PART.exec(content.text) ?? []
  const { after = '', note = quote } = WORDS[content.kind] ?? {}
  if (start === '' || !['removed', 'restored'].includes(content.kind)) return undefined
  const subject = findSubject(content)
  const preposition = kind === 'photo' && content.post ? 'in' : (PART_PREPOSITIONS[kind] ?? '')
  return {
    before: [start.trimEnd().slice(0, -1), subject ? preposition : ''].filter(Boolean).join(' '),
    title: subject?.title ?? '',
    after,
    path: subject?.path ?? findPath(content),
    note: note(content.text.slice(start.length).trim()),
  }
}

/** Writes the sentence as plain text, for emails and screen readers. */
export function writeSentence({ name, before, title, after }: NotificationSentence): string {
  const words = [name, before, title, after].filter(Boolean).join(' ')
  return /[.!?]$/.test(words) ? words : `${words}.`
}

function nameActor(actor: NotificationContent['actor']): string {
  return actor?.username ?? actor?.name ?? 'A former member'
}

function toProfile({ actor, list, kind }: NotificationContent): string {
  if (kind === 'list-item' && list) return `/explore?list=${list.id}`
  return actor?.username ? `/explore?by=${encodeURIComponent(actor.username)}` : '/account?tab=notifications'
}

/** Returns the page of a notification that is about no spot, story or list. */
function findPath(content: NotificationContent): string {
  if (content.kind === 'export-ready') return '/account/settings?section=export&archive=ready'
  return content.kind === 'follow' ? toProfile(content) : '/account?tab=notifications'
}

function findSubject({
  kind,
  spot,
  post,
  list,
  comment_id,
  suggestion_id,
}: NotificationContent): { title: string; path: string } | undefined {
  if (spot && suggestion_id !== null)
    return { title: spot.title, path: `/spot/${spot.id}/suggestions/${suggestion_id}` }
  const anchor = comment_id ? `#comment-${comment_id}` : ''
  const part = kind === 'edited' ? '/history' : anchor
  if (spot) return { title: spot.title, path: `/spot/${spot.id}${part}` }
  if (post) return { title: post.title, path: `/post/${encodeURIComponent(post.slug)}${part}` }
  return list ? { title: list.title, path: `/explore?list=${list.id}` } : undefined
}
