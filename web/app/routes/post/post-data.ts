import type { Story } from './compose-story.ts'
import type { PostMaps } from './map/post-map.server.ts'
import type { PostPage } from './post-page.ts'

/** The loader data of a story's page. */
export interface PostData extends Pick<PostPage, 'around' | 'saved' | 'comments' | 'viewer'> {
  post: Omit<PostPage['post'], 'body'>
  story: Story
  staticMaps: PostMaps | null
  minutes: number
}
