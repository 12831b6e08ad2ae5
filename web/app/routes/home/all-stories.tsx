import { href } from 'react-router'
import { PostRows } from '#app/features/posts/post-rows.tsx'
import { type StoryList, type StoryQuery, storiesUrl } from '#app/features/posts/story-list.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Page } from '#app/ui/layout/page.tsx'

/** The section "Stories" of its own, a page at a time: `/?stories=all`. */
export function AllStories({ query, list }: { query: StoryQuery; list: StoryList }) {
  const { tag, isMine } = query
  return (
    <Page>
      <h1 className="title text-h1">{nameSection(query)}</h1>
      <p className="mb-4">
        <LinkButton to={`${href('/submit')}?kind=story`}>Write a story</LinkButton>
      </p>
      {tag && (
        <p className="mb-4">
          <SafeLink className="link" to={storiesUrl({ tag: null, isMine })}>
            All stories
          </SafeLink>
        </p>
      )}
      {list.stories.length > 0 ? <PostRows posts={list.stories} /> : <p className="text-ink-2">No stories here.</p>}
      {list.next && (
        <p className="mt-6">
          <LinkButton to={storiesUrl(query, list.next)} rel="next">
            Show more
          </LinkButton>
        </p>
      )}
    </Page>
  )
}

function nameSection({ tag, isMine }: StoryQuery): string {
  if (isMine) return 'Your stories'
  return tag ? `Stories about ${tag}` : 'Stories'
}
