import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import type { PostSummary } from './post-summary.ts'

/** A story's cover photo or its drawn cover. Decorative, since the title is beside it. */
export function StoryPicture({ post: { id, cover }, sizes }: { post: PostSummary; sizes: string }) {
  if (!cover) return <SheetPicture sheet={`story-${id}`} formats={{ wide: 'wide', phone: 'phone' }} />
  return <PhotoImage photo={{ ...cover, alt_text: '' }} sizes={sizes} />
}
