import type { Story } from './compose-story.ts'
import type { PostMaps } from './map/post-map.server.ts'
import type { PostPage } from './post-page.ts'

/** What the loader gives the screen of a story. */
export interface PostData extends Pick<PostPage, 'around' | 'saved' | 'comments' | 'viewer'> {
  post: Omit<PostPage['post'], 'body'>
  story: Story
  staticMaps: PostMaps | null
  minutes: number
}
