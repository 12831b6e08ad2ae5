import { describeNotification, type NotificationSentence, writeSentence } from '../_shared/notification-words.ts'
import type { DueMail, DueNotification } from './due-mail.ts'
import { escapeHtml, renderPage } from './mail-page.ts'

const MAX_SUBJECT_LENGTH = 120
/** The kinds of notifications that are grouped into one line per member. */
const GROUPED = new Set(['new-spot', 'new-story', 'new-list', 'list-item'])

/** An email with both bodies. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
  unsubscribeUrl: string
}

interface Entry {
  sentence: NotificationSentence
  /** The time in the member's time zone. */
  time: string
}

/** The site that an email comes from. */
export interface MailedSite {
  name: string
  /** The URL of the site, without a trailing slash. */
  url: string
}

/** Composes the email of a member: events with links, newest first. It contains no picture and no tracking. */
export function composeMail(mail: DueMail, { name, url: site }: MailedSite): ComposedMail {
  const entries = groupEntries(mail)
  const unsubscribeUrl = `${site}/unsubscribe?token=${encodeURIComponent(mail.unsubscribe_token)}`
  const links = {
    unsubscribeUrl,
    settingsUrl: `${site}/account/settings?section=notifications`,
    allUrl: `${site}/account?tab=notifications`,
  }
  return {
    subject: toSubject(entries),
    text: writeText(entries, { name, url: site }, links),
    html: renderPage({
      siteName: name,
      title: toSubject(entries),
      items: entries.map((entry) => renderItem(entry, site)),
      ...links,
    }),
    unsubscribeUrl,
  }
}

function groupEntries({ notifications, time_zone: timeZone }: DueMail): Entry[] {
  const groups = new Map<string, DueNotification[]>()
  for (const each of notifications) {
    const key = GROUPED.has(each.kind) ? `${each.kind} ${each.actor?.id} ${each.list?.id}` : String(each.id)
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [{ sentence: describeNotification(first, group.length), time: formatTime(first, timeZone) }] : []
  })
}

function formatTime({ created_at: time }: DueNotification, timeZone: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(new Date(time))
  } catch {
    // The database may know a time zone that this runtime does not.
    return `${new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(new Date(time))} UTC`
  }
}

function toSubject(entries: Entry[]): string {
  const [first] = entries
  const news = first ? writeSentence(first.sentence).replace(/\.$/, '') : 'News'
  const more = entries.length > 1 ? `, and ${entries.length - 1} more` : ''
  const line = news.replace(/\p{Cc}+/gu, ' ')
  const maxLength = MAX_SUBJECT_LENGTH - more.length
  return (line.length > maxLength ? `${[...line].slice(0, maxLength - 1).join('')}…` : line) + more
}

function writeText(
  entries: Entry[],
  site: MailedSite,
  { settingsUrl, unsubscribeUrl, allUrl }: Record<'settingsUrl' | 'unsubscribeUrl' | 'allUrl', string>,
): string {
  const items = entries.map(({ sentence, time }) =>
    [writeSentence(sentence), sentence.note, time, site.url + sentence.path].filter(Boolean).join('\n'),
  )
  const foot = [
    site.name,
    `All notifications: ${allUrl}`,
    `Notification settings: ${settingsUrl}`,
    `Unsubscribe: ${unsubscribeUrl}`,
  ]
  return `${items.join('\n\n')}\n\n-- \n${foot.join('\n')}\n`
}

function renderItem({ sentence, time }: Entry, site: string): string {
  const { name, before, title, after, note, path } = sentence
  const words = [
    name === null ? '' : `<strong><bdi>${escapeHtml(name)}</bdi></strong>`,
    escapeHtml(before),
    title && `<bdi style="font-family: 'Brygada 1918', Georgia, serif">${escapeHtml(title)}</bdi>`,
    escapeHtml(after),
  ]
  const lines = escapeHtml(note.replace(/\n{3,}/g, '\n\n')).replaceAll('\n', '<br />')
  const quoted = note && `<p style="margin: 4px 0 0; color: #43545e" dir="auto">${lines}</p>`
  return `<p style="margin: 0"><a href="${escapeHtml(site + path)}" style="color: #12232e">${words.filter(Boolean).join(' ')}</a></p>
        ${quoted}<p style="margin: 4px 0 0; color: #43545e; font-size: 13px">${escapeHtml(time)}</p>`
}
