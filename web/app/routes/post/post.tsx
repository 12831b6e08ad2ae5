import { href } from 'react-router'
import { findDiscussion } from '#app/features/comments/discussion.ts'
import { readDiscussionChoice } from '#app/features/comments/discussion-choice.ts'
import { showComments } from '#app/features/comments/show-comments.ts'
import { composeStory } from '#app/features/posts/reading/compose-story.ts'
import { StoryText } from '#app/features/posts/reading/story-text.tsx'
import { countReadingMinutes } from '#app/features/posts/reading-minutes.ts'
import { CardLinks } from '#app/features/share/card-links.tsx'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/post.ts'
import { getPostMaps } from './map/post-map.server.ts'
import { StoryMap } from './map/story-map.tsx'
import { runPostAction } from './post-action.server.ts'
import { PostComments } from './post-comments.tsx'
import type { PostData } from './post-data.ts'
import { PostHeader } from './post-header.tsx'
import { PostNotices } from './post-notices.tsx'
import { findPostPage } from './post-page.ts'
import { SaveStop } from './stops/save-stop.tsx'
import { useCurrentStop } from './stops/use-current-stop.ts'
import './post.css'

export async function loader({ params, url, context }: Route.LoaderArgs): Promise<PostData> {
  requireAllowedPage(context)
  const supabase = getSupabase(context)
  const choice = readDiscussionChoice(url.searchParams)
  const [page, chosen] = await Promise.all([
    findPostPage(supabase, params.slug, url.searchParams.get('link')),
    findDiscussion(supabase, { post_slug: params.slug }, choice, url.searchParams.get('link')),
  ])
  if (!page) throw pageNotFound(url)
  if (page.post.slug !== params.slug) {
    // The title has changed, or an id was used: the address of today is another one.
    throw redirectTo(href('/post/:slug', { slug: page.post.slug }) + url.search, { redirectCode: 301 })
  }
  const { body, ...post } = page.post
  const story = composeStory(body, page.spots, page.photos)
  const staticMaps = await getPostMaps(story.stops.map(({ spot }) => spot))
  const minutes = countReadingMinutes(body)
  return {
    post,
    story,
    staticMaps,
    minutes,
    around: page.around,
    saved: page.saved,
    discussion: { comments: showComments(chosen?.comments ?? page.comments, findViewer(context)?.id), choice },
    viewer: page.viewer,
  }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const viewer = findViewer(context)
  // The guard admits members only. If the session has just ended, the next page redirects.
  if (!viewer) throw pageNotFound(url)
  const form = await request.formData()
  return runPostAction(request, url, { supabase: getSupabase(context), viewer, slug: params.slug, form })
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { title, summary } = loaderData.post
  return [
    { title: pageTitle(title) },
    { name: 'description', content: summary },
    { property: 'og:title', content: title },
    { property: 'og:description', content: summary },
    { property: 'og:type', content: 'article' },
    ...(isOpenToAll(loaderData.post) ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

function isOpenToAll({ visibility, status }: PostData['post']): boolean {
  return visibility === 'public' && status === 'published'
}

export default function Post({ loaderData }: Route.ComponentProps) {
  const { post, story, staticMaps } = loaderData
  const { siteUrl } = useAppSettings()
  const { current, select } = useCurrentStop(story.stops.length)
  return (
    <div className={staticMaps ? 'story has-map' : 'story'}>
      <link rel="canonical" href={`${siteUrl}${href('/post/:slug', { slug: post.slug })}`} />
      {isOpenToAll(post) && <CardLinks kind="story" id={post.slug} title={post.title} />}
      <article className="story-sheet">
        <PostHeader data={loaderData} />
        <PostNotices data={loaderData} />
        <StoryText
          story={story}
          current={current}
          isAuthor={loaderData.viewer.is_author}
          renderActions={({ spot }) => (
            <SaveStop spotId={spot.id} title={spot.title} isSaved={loaderData.saved.includes(spot.id)} />
          )}
        />
        <PostComments data={loaderData} />
      </article>
      {staticMaps && (
        <StoryMap
          staticMaps={staticMaps}
          stops={story.stops}
          around={loaderData.around}
          current={current}
          onSelect={select}
        />
      )}
    </div>
  )
}
