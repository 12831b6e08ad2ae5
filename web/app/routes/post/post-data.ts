import type { DiscussionChoice } from '#app/features/comments/discussion-choice.ts'
import type { ShownComments } from '#app/features/comments/show-comments.ts'
import type { Story } from '#app/features/posts/reading/compose-story.ts'
import type { PostMaps } from './map/post-map.server.ts'
import type { PostPage } from './post-page.ts'

/** The loader data of a story's page. */
export interface PostData extends Pick<PostPage, 'around' | 'saved' | 'viewer'> {
  post: Omit<PostPage['post'], 'body'>
  story: Story
  comments: ShownComments
  choice: DiscussionChoice
  staticMaps: PostMaps | null
  minutes: number
}
