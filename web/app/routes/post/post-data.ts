import type { CommentedDiscussion } from '#app/features/comments/render-comments.ts'
import type { Story } from '#app/features/posts/reading/compose-story.ts'
import type { PostMaps } from './map/post-map.server.ts'
import type { PostPage } from './post-page.ts'

/** The loader data of a story's page. */
export interface PostData extends Pick<PostPage, 'around' | 'saved' | 'viewer'> {
  post: Omit<PostPage['post'], 'body'>
  story: Story
  discussion: CommentedDiscussion
  staticMaps: PostMaps | null
  minutes: number
}

/** Returns true if everyone can read the story. */
export function isOpenToAll({ visibility, status }: Pick<PostData['post'], 'visibility' | 'status'>): boolean {
  return visibility === 'public' && status === 'published'
}
