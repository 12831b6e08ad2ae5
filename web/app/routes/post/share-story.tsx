import { useState } from 'react'
import { href, useSearchParams } from 'react-router'
import type { SharedPage } from '#app/features/share/share-dialog.tsx'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { DialogLink } from '#app/ui/dialogs/dialog-link.tsx'
import { isOpenToAll, type PostData } from './post-data.ts'

const shareDialog = createLazyDialog(async () => (await import('#app/features/share/share-dialog.tsx')).ShareDialog)

/** Opens the link to the story as text, QR code and preview image. */
export function ShareStory({ post, viewer }: Pick<PostData, 'post' | 'viewer'>) {
  const [parameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(parameters.get('do') === 'share')
  const secret = viewer.link_secret ?? parameters.get('link')
  const secretLink = viewer.link_secret === null ? undefined : { expiresAt: viewer.link_expires_at, mayChange: true }
  return (
    <>
      <DialogLink name="do" value="share" onOpen={() => setIsOpen(true)}>
        Share
      </DialogLink>
      {isOpen && (
        <LazyDialogView
          dialog={shareDialog}
          props={{ page: { ...toSharedPage(post, secret), secretLink }, onClose: () => setIsOpen(false) }}
        />
      )}
    </>
  )
}

/** Describes a story for sharing. `secret` opens a story that is shared by link. */
export function toSharedPage(
  post: Pick<PostData['post'], 'slug' | 'title' | 'visibility' | 'status'>,
  secret: string | null,
): SharedPage {
  const path = href('/post/:slug', { slug: post.slug })
  const isByLink = post.visibility === 'link' && secret !== null
  return {
    title: post.title,
    path: isByLink ? `${path}?${new URLSearchParams({ link: secret })}` : path,
    card: isOpenToAll(post) ? `/card/story/${encodeURIComponent(post.slug)}.png` : undefined,
    // Stories have no embed.
    isPublic: false,
    note: describeAudience(post.visibility, isByLink),
  }
}

function describeAudience(visibility: PostData['post']['visibility'], isByLink: boolean): string | undefined {
  if (isByLink) return 'Members who have this link can read the story.'
  if (visibility === 'members') return 'Only members can open this link.'
  return visibility === 'private' ? 'Only you can open this link.' : undefined
}
