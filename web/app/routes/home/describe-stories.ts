import type { StoryQuery } from '#app/features/posts/story-query.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'

const DESCRIPTION = 'Stories and guides of the members, each with its places on a map.'

/** Returns the meta tags of a page of stories. Own stories and further pages stay out of search engines. */
export function describeStories(query: StoryQuery) {
  return [
    { title: pageTitle(getStoriesHeading(query)) },
    { name: 'description', content: DESCRIPTION },
    { property: 'og:title', content: getStoriesHeading(query) },
    { property: 'og:description', content: DESCRIPTION },
    { property: 'og:type', content: 'website' },
    ...(query.isMine || query.before ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** Returns the heading of a page of stories. */
export function getStoriesHeading({ tag, isMine }: StoryQuery): string {
  if (isMine) return 'Your stories'
  return tag ? `Stories about ${tag}` : 'Stories'
}
