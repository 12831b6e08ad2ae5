/** The rows of the notification settings: a label, and words for a sentence. The order is that of the screen. */
export const notificationTopics = {
  replies: { label: 'Replies and mentions', phrase: 'replies and mentions' },
  comments: { label: 'Comments on what I share', phrase: 'comments' },
  reviews: { label: 'Reviews of my spots', phrase: 'reviews' },
  followers: { label: 'New followers', phrase: 'new followers' },
  suggestions: { label: 'Suggested edits', phrase: 'suggested edits' },
  publishing: { label: 'Decisions about what I share', phrase: 'decisions about what you share' },
  reports: { label: 'Reports I made', phrase: 'your reports' },
  invitations: { label: 'New collaborators', phrase: 'new collaborators' },
  following: { label: 'New from what I follow', phrase: 'news from what you follow' },
} as const

export type NotificationTopic = keyof typeof notificationTopics

/** Lists topics as a phrase: "reviews, comments and new followers". */
export function writeTopics(topics: readonly string[]): string {
  const phrases = topics.flatMap((topic) =>
    Object.hasOwn(notificationTopics, topic) ? [notificationTopics[topic as NotificationTopic].phrase] : [],
  )
  return new Intl.ListFormat('en-GB').format(phrases)
}
