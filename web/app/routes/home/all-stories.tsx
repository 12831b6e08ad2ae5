import { href } from 'react-router'
import { PostRows } from '#app/features/posts/post-rows.tsx'
import type { StoryList } from '#app/features/posts/story-list.ts'
import { type StoryQuery, storiesUrl } from '#app/features/posts/story-query.ts'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { Page } from '#app/ui/layout/page.tsx'
import { getStoriesHeading } from './describe-stories.ts'

/** All stories, a page at a time: `/?stories=all`. */
export function AllStories({ query, list }: { query: StoryQuery; list: StoryList }) {
  const { tag, isMine, before } = query
  return (
    <Page className="pt-6">
      {!isMine && (
        <>
          <PageAddress path={storiesUrl({ tag, isMine })} />
          <FeedLinks title="Stories" path="/feeds/stories" search={tag ? `?${new URLSearchParams({ tag })}` : ''} />
        </>
      )}
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="title text-h1" dir="auto">
          {getStoriesHeading(query)}
        </h1>
        <LinkButton to={`${href('/submit')}?kind=story`}>Write a story</LinkButton>
      </div>
      {(tag || before) && (
        <p className="mb-4">
          <SafeLink className="link" to={storiesUrl({ tag: null, isMine })}>
            {isMine ? 'All your stories' : 'All stories'}
          </SafeLink>
        </p>
      )}
      {list.stories.length > 0 ? (
        <PostRows posts={list.stories} headingLevel="h2" />
      ) : (
        <EmptyState title={describeEmpty(query)}>
          A story is a text with its places on a map: a weekend, a walk, a list of favourites with reasons.
        </EmptyState>
      )}
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

function describeEmpty({ tag, isMine, before }: StoryQuery): string {
  if (before) return 'There are no older stories.'
  if (isMine) return 'You have not written a story yet.'
  return tag ? `No story has the tag “${tag}” yet.` : 'No stories yet.'
}
