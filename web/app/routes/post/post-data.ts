import type { Story } from './compose-story.ts'
import type { PostPage } from './post-page.ts'
import type { PostPlates } from './post-plate.server.ts'

/** What the loader gives the screen of a story. */
export interface PostData extends Pick<PostPage, 'around' | 'saved' | 'comments' | 'viewer'> {
  post: Omit<PostPage['post'], 'body'>
  story: Story
  plates: PostPlates | null
  minutes: number
}
