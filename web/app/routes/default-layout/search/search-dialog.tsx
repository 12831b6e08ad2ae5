import { Form, href } from 'react-router'
import { SearchCombobox } from '#app/features/search/search-combobox.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import './search-dialog.css'

/** The search of narrow windows, at the top edge so that the on-screen keyboard does not cover it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Search">
      <Form role="search" action={href('/explore')} className="search-sheet" onSubmit={onClose}>
        <SearchCombobox
          label="Search spots, cities, tags"
          placeholder="Spots, cities, tags"
          initialValue=""
          hasFocus
          onLeave={onClose}
          onEscape={onClose}
        />
      </Form>
    </Dialog>
  )
}
