import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { Tooltip } from '#app/ui/dialogs/tooltip.tsx'
import { EmptyState } from '#app/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#app/ui/feedback/error-panel.tsx'
import { Toaster } from '#app/ui/feedback/toaster.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { UploadAdd } from '#app/ui/forms/upload/upload-add.tsx'
import { UploadTile } from '#app/ui/forms/upload/upload-tile.tsx'
import { Section } from '#app/ui/layout/section.tsx'

const nothing = () => undefined

const showSaved = () => showToast('Saved to “Want to go”', { label: 'Undo', onPress: nothing })

export function OverlayExamples() {
  const [open, setOpen] = useState<'middle' | 'end' | null>(null)
  return (
    <>
      <Section title="Dialog, menu, toast, tooltip">
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen('middle')}>Open a dialog</Button>
          <Button onClick={() => setOpen('end')}>Open a sheet</Button>
          <Button onClick={showSaved}>Toast</Button>
          <Tooltip text="Seen by everyone within five minutes">
            {(describedBy) => <Button aria-describedby={describedBy}>Publish</Button>}
          </Tooltip>
          <Menu
            label="What to do with it"
            trigger={(trigger) => (
              <Button {...trigger} size="square" aria-label="More">
                <Ellipsis />
              </Button>
            )}
          >
            <MenuItem onSelect={() => showToast('Shared')}>Share</MenuItem>
            <MenuLink to="/edit">Edit</MenuLink>
            <MenuLine />
            <MenuItem danger onSelect={nothing}>
              Report
            </MenuItem>
          </Menu>
        </div>
        <Dialog
          open={open !== null}
          side={open ?? 'middle'}
          onClose={() => setOpen(null)}
          title="End this session?"
          description="Chrome on Windows, Heidelberg, will be asked to sign in again."
          actions={
            <>
              <Button onClick={() => setOpen(null)}>Keep it</Button>
              <Button variant="danger" onClick={() => setOpen(null)}>
                End session
              </Button>
            </>
          }
        />
        <Question />
        <Toaster />
      </Section>
      <Section title="Upload tile">
        <ul className="grid grid-cols-2 gap-3 wide:grid-cols-5">
          <UploadTile
            name="Photo 1"
            state="done"
            badge="Cover"
            selected
            onSelect={nothing}
            onMoveOn={nothing}
            onRemove={nothing}
          />
          <UploadTile name="Photo 2" state="sending" percent={64} />
          <UploadTile name="Photo 3" state="failed" error="Connection lost" onRetry={nothing} onRemove={nothing} />
          <UploadTile name="Photo 4" state="waiting" badge="Waiting" onRemove={nothing} />
          <UploadAdd accept="image/*" onFiles={nothing}>
            Add photos
          </UploadAdd>
        </ul>
      </Section>
      <Section title="Empty, error">
        <div className="split">
          <EmptyState
            title="No spots here yet"
            headingLevel="h3"
            actions={<Button variant="primary">Remove two filters</Button>}
          >
            There are no spots in this part of the map.
          </EmptyState>
          <div className="p-2">
            <ErrorPanel
              code="404"
              title="Off the sheet"
              headingLevel="h3"
              requestId="req_7f31"
              actions={<LinkButton to="/">Home</LinkButton>}
            >
              <p>Page Not Found: /spot/k7m2</p>
            </ErrorPanel>
          </div>
        </div>
      </Section>
    </>
  )
}

function Question() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="mt-3">
      <Button onClick={() => setOpen(true)}>Ask a question</Button>
      <Dialog
        alert
        open={open}
        onClose={close}
        title="Delete this list?"
        actions={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button onClick={showSaved}>Show a toast</Button>
          </>
        }
      />
    </div>
  )
}
