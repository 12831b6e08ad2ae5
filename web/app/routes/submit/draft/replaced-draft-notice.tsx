import { href } from 'react-router'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Says that another tab has saved the draft, so that what is typed here is not saved. */
export function ReplacedDraftNotice() {
  return (
    <Notice kind="warn" role="alert">
      You continued your draft in another tab. What you type here is no longer saved as a draft.{' '}
      <TextLink to={href('/submit')} reloadDocument>
        Show the other version
      </TextLink>
    </Notice>
  )
}
