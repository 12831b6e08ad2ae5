import type { Editor } from '@tiptap/core'
import { type FormEvent, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'

/** A dialog for the URL of a link. An empty URL removes the link. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const href = complete(address.trim())
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (!/^(?:https?:\/\/[^/@\s]+|mailto:\S)/i.test(href))
      return setError('Enter an address such as https://example.org.')
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Link">
      <form onSubmit={save} noValidate>
        <TextField
          label="Address"
          type="url"
          value={address}
          error={error}
          autoFocus
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save link
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Adds the scheme if it is missing. */
function complete(address: string): string {
  if (address === '' || /^[a-z]+:/i.test(address)) return address
  return address.includes('@') && !address.includes('/') ? `mailto:${address}` : `https://${address}`
}
