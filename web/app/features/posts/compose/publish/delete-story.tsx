import { useState } from 'react'
import { href } from 'react-router'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'

/** Deletes a story after a confirmation, which is a checkbox without JavaScript. */
export function DeleteStory({ id, title, onDeleted }: { id: string; title: string; onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="publish-delete">
      <Button className="needs-script" variant="quiet" onClick={() => setIsAsking(true)}>
        Delete this story
      </Button>
      <div className="without-script">
        <label className="choice">
          <input type="checkbox" name="confirm" value="yes" /> <span>Yes, delete this story for good</span>
        </label>
        <Button type="submit" name="intent" value="delete">
          Delete
        </Button>
      </div>
      <Dialog
        alert
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete this story?"
        description={`“${title.trim() || 'Untitled story'}”, its photos and its comments are deleted for good.`}
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Keep it</Button>
            <PageForm method="post" action={href('/post/:slug/edit', { slug: id })} onSubmit={onDeleted}>
              <input type="hidden" name="confirm" value="yes" />
              <Button type="submit" variant="danger" name="intent" value="delete">
                Delete
              </Button>
            </PageForm>
          </>
        }
      />
    </div>
  )
}
