import { useSearchParams } from 'react-router'
import { listUrl } from '#app/features/lists/list-url.ts'
import { ReportDialog } from '#app/features/reports/report-dialog.tsx'
import { ShareDialog } from '#app/features/share/share-dialog.tsx'
import { TakeAlongDialog } from '#app/features/spots/exports/take-along-dialog.tsx'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { describeListExports } from './header/list-exports.ts'
import { type ListPage, mayEdit } from './list-page.ts'
import { withParameter } from './list-search.ts'
import { PeopleDialog } from './people/people-dialog.tsx'

const addSpotDialog = createLazyDialog(async () => (await import('./edit/add-spot-dialog.tsx')).AddSpotDialog)

/** The dialog that the URL names, so that each also opens without JavaScript. */
export function ListDialogs({ page }: { page: ListPage }) {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  const { list, role } = page
  const close = () =>
    void navigateTo(withParameter(parameters, 'do', null), {
      preventScrollReset: true,
      replace: true,
      defaultShouldRevalidate: false,
    })
  const opened = parameters.get('do')
  if (opened === 'share') {
    return (
      <ShareDialog
        page={{
          title: list.title,
          path: listUrl(list.id, list.visibility === 'link' ? (page.link_secret ?? parameters.get('link')) : null),
          isPublic: list.visibility === 'public',
          card: list.visibility === 'public' ? `/card/list/${list.id}.png` : undefined,
          note: describeAudience(page),
          secretLink:
            page.link_secret === null ? undefined : { expiresAt: page.link_expires_at, mayChange: role === 'owner' },
        }}
        onClose={close}
      />
    )
  }
  if (opened === 'along' && page.item_count > 0) {
    return <TakeAlongDialog {...describeListExports(page, parameters)} onClose={close} />
  }
  if (opened === 'report' && role === null) return <ReportDialog kind="list" onClose={close} />
  if (opened === 'people' && role) return <PeopleDialog page={page} onClose={close} />
  if (opened === 'add' && mayEdit(page))
    return <LazyDialogView dialog={addSpotDialog} props={{ page, onClose: close }} />
  if (opened === 'delete' && role === 'owner' && list.kind === 'own') {
    return (
      <FormDialog
        intent="delete"
        title={`Delete ${list.title}?`}
        description="The spots stay on the map. You can undo this for a day."
        submitLabel="Delete list"
        busyLabel="Deleting"
        doneMessage="List deleted"
        danger
        onClose={close}
      />
    )
  }
  return null
}

function describeAudience({ list: { visibility } }: ListPage): string | undefined {
  if (visibility === 'link') return 'Anyone with this link can see the list.'
  if (visibility === 'members') return 'Only members can open this link.'
  return visibility === 'private' ? 'Only you and your collaborators can open this link.' : undefined
}
