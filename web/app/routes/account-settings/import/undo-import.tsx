import { useState } from 'react'
import { useSubmit } from 'react-router'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import type { FoundImport } from './import-data.server.ts'

/** Undoes an import after a confirmation with its numbers. Without JavaScript there is no confirmation. */
export function UndoImport({ found: { id, status, counts } }: { found: FoundImport }) {
  const [isAsking, setIsAsking] = useState(false)
  const submit = useSubmit()
  const label = status === 'done' ? 'Undo this import' : 'Stop and undo'
  const fields = { id, intent: 'undo' }
  return (
    <PageForm
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="undo" variant="danger">
        {label}
      </Button>
      <Dialog
        open={isAsking}
        alert
        onClose={() => setIsAsking(false)}
        title="Undo this import?"
        description={describeLoss(counts)}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Keep it</Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsAsking(false)
                void submit(fields, { method: 'post' })
              }}
            >
              Undo
            </Button>
          </>
        }
      />
    </PageForm>
  )
}

function describeLoss({ created = 0, saved = 0 }: FoundImport['counts']): string {
  const parts = [
    created > 0 && `${formatCount(created, 'new spot is', 'new spots are')} deleted.`,
    saved > 0 && `${formatCount(saved, 'spot leaves', 'spots leave')} your lists.`,
    'Spots to which others have added something are kept. You cannot reverse this.',
  ]
  return parts.filter(Boolean).join(' ')
}
