import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href, useNavigation } from 'react-router'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'

/** Deletes a story after a confirmation, which is a checkbox without JavaScript. */
export function DeleteStory({
  id,
  title,
  onDelete,
  onFailure,
}: {
  id: string
  title: string
  onDelete: () => void
  /** Called if the story still exists afterwards. */
  onFailure: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const isSent = useRef(false)
  const { state } = useNavigation()
  const handleEnd = useEffectEvent(() => {
    if (!isSent.current) return
    isSent.current = false
    setIsAsking(false)
    onFailure()
  })
  // After a success another page is shown by now.
  useEffect(() => {
    if (state === 'idle') handleEnd()
  }, [state])
  const handleSubmit = () => {
    isSent.current = true
    onDelete()
  }
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
        description={
          <>
            “<bdi>{title.trim() || 'Untitled story'}</bdi>”, its photos and its comments are deleted for good.
          </>
        }
        actions={
          <>
            <Button onClick={() => setIsAsking(false)}>Keep it</Button>
            <PageForm method="post" action={href('/post/:slug/edit', { slug: id })} onSubmit={handleSubmit}>
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
