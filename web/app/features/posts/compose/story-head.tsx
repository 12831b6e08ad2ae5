import ArrowLeft from 'lucide-react/icons/arrow-left'
import { href } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DraftStateLine } from './draft/draft-state.tsx'
import type { StoryEditorPage } from './draft/story-fields.ts'
import type { OpenDraft } from './draft/use-story-draft.ts'

/** The bar above a story: back, the editor's toolbar, the state of the draft, and the button that opens the panel. */
export function StoryHead({
  draft,
  page,
  isPublishing,
  onToolbarPlace,
  onPublish,
}: {
  draft: OpenDraft
  page: StoryEditorPage | null
  isPublishing: boolean
  /** Called with the element in which the editor shows its toolbar. */
  onToolbarPlace: (place: HTMLElement | null) => void
  onPublish: () => void
}) {
  const isPublished = page !== null && page.status !== 'draft'
  return (
    <div className="compose-head">
      <SafeLink
        className="compose-back"
        to={isPublished ? href('/post/:slug', { slug: page.slug }) : `${href('/account')}#drafts`}
        aria-label="Back"
      >
        <ArrowLeft aria-hidden="true" />
      </SafeLink>
      <div className="compose-toolbar-place needs-script" ref={onToolbarPlace} />
      <DraftStateLine
        state={draft.state}
        storyId={draft.sync.id}
        excess={draft.fields.body.length - CONTENT_LIMITS['posts.body']}
      />
      <Button
        className="needs-script compose-publish"
        variant={isPublishing ? 'secondary' : 'primary'}
        onClick={onPublish}
      >
        Publish
      </Button>
    </div>
  )
}
