import { useState } from 'react'
import type { TextDifference } from '#app/features/history/compare-texts.ts'
import { TextDifferenceView } from '#app/features/history/text-difference.tsx'
import { formatTime, READER_ZONE } from '#app/lib/format/dates.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import type { StoryEditorPage, StoryFields } from './story-fields.ts'

/** Asks which version to keep when another tab has saved a newer one. */
export function NewerVersion({
  page,
  fields,
  onKeep,
  onTake,
}: {
  page: StoryEditorPage
  fields: StoryFields
  onKeep: () => void
  onTake: () => void
}) {
  const [isComparing, setIsComparing] = useState(false)
  const [difference, setDifference] = useState<TextDifference>()
  const compare = async () => {
    setIsComparing(true)
    const { compareTexts } = await import('#app/features/history/compare-texts.ts')
    setDifference(compareTexts(textOf(page.story), textOf(fields)))
  }
  const time = formatTime(Date.parse(page.saved_at), READER_ZONE)
  return (
    <div className="compose-newer" role="alert">
      <p>A newer version was saved in another tab or on another device at {time}.</p>
      <div className="compose-newer-actions">
        <Button onClick={() => void compare()}>Compare</Button>
        <Button onClick={onKeep}>Keep this one</Button>
        <Button onClick={onTake}>Use the newer one</Button>
      </div>
      <Dialog
        open={isComparing}
        onClose={() => setIsComparing(false)}
        title="Compare the versions"
        actions={<Button onClick={() => setIsComparing(false)}>Close</Button>}
      >
        <p className="mb-4 text-small text-ink-2">
          Text that is only in the newer version is struck through. Text that is only in this one is underlined.
        </p>
        {difference && <TextDifferenceView difference={difference} />}
      </Dialog>
    </div>
  )
}

function textOf({ title, summary, body }: Pick<StoryFields, 'title' | 'summary' | 'body'>): string {
  return [title, summary, body].join('\n\n')
}
