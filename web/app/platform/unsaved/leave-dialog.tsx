import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'

/** Asks whether unsaved changes may be lost. */
export function LeaveDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      alert
      title="Leave without saving?"
      description="Your changes will be lost."
      actions={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  )
}
