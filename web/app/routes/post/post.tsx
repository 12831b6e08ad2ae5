import { href } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { findMemberUrl } from '#app/features/account/members/member-url.ts'
import { findDiscussion } from '#app/features/comments/discussion.ts'
import { readDiscussionChoice } from '#app/features/comments/discussion-choice.ts'
import { renderComments } from '#app/features/comments/render-comments.ts'
import { MarkButton } from '#app/features/lists/mark-button.tsx'
import { composeStory } from '#app/features/posts/reading/compose-story.ts'
import { StoryText } from '#app/features/posts/reading/story-text.tsx'
import { countReadingMinutes } from '#app/features/posts/reading-minutes.ts'
import { CardLinks } from '#app/features/share/card-links.tsx'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { JsonLd } from '#app/features/share/json-ld.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/post.ts'
import { getPostMaps } from './map/post-map.server.ts'
import { StoryMap } from './map/story-map.tsx'
import { runPostAction } from './post-action.server.ts'
import { PostComments } from './post-comments.tsx'
import { isOpenToAll, type PostData } from './post-data.ts'
import { PostHeader } from './post-header.tsx'
import { PostNotices } from './post-notices.tsx'
import { findPostPage } from './post-page.ts'
import { useCurrentStop } from './stops/use-current-stop.ts'
import './post.css'
// The dialog is loaded when it opens, but the server's document needs its styles.
import '#app/features/share/share-dialog.css'

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
    // The title has changed since, or an id was used: redirect to the current URL.
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
    discussion: { comments: renderComments(chosen?.comments ?? page.comments, findViewer(context)?.id), choice },
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

/** Describes the story with the schema.org vocabulary, for search engines. */
function toStoryJsonLd({ post, story }: PostData, siteUrl: string) {
  const url = `${siteUrl}${href('/post/:slug', { slug: post.slug })}`
  const authorUrl = findMemberUrl(post.author)
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': url,
    url,
    headline: post.title.slice(0, 110),
    description: post.summary || undefined,
    image: [`${siteUrl}/card/story/${encodeURIComponent(post.slug)}.png`],
    datePublished: post.published_at ?? undefined,
    keywords: post.tags.length > 0 ? post.tags.join(', ') : undefined,
    author: post.author
      ? { '@type': 'Person', name: getMemberName(post.author), url: authorUrl && siteUrl + authorUrl }
      : undefined,
    isAccessibleForFree: true,
    mentions: story.stops.map(({ spot }) => ({
      '@type': 'Place',
      '@id': `${siteUrl}/spot/${spot.id}`,
      name: spot.title,
    })),
  }
}

export default function Post({ loaderData }: Route.ComponentProps) {
  const { post, story, staticMaps } = loaderData
  const { siteUrl } = useAppSettings()
  const { current, select } = useCurrentStop(story.stops.length)
  const linkSecret = useLinkSecret()
  return (
    <div className={staticMaps ? 'story has-map' : 'story'}>
      <PageAddress path={href('/post/:slug', { slug: post.slug })} hasPicture={isOpenToAll(post)} />
      {isOpenToAll(post) && (
        <>
          <CardLinks kind="story" id={post.slug} title={post.title} />
          <FeedLinks title="Stories" path="/feeds/stories" />
          <JsonLd data={toStoryJsonLd(loaderData, siteUrl)} />
        </>
      )}
      <article className="story-sheet">
        <PostHeader data={loaderData} />
        <PostNotices data={loaderData} />
        <StoryText
          story={story}
          current={current}
          isAuthor={loaderData.viewer.is_author}
          linkSecret={linkSecret}
          renderActions={({ spot }) => (
            <MarkButton
              kind="want"
              isOn={loaderData.saved.includes(spot.id)}
              className="stop-card-save above-link"
              spot={spot}
            />
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
