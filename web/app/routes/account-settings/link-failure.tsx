import { useSearchParams } from 'react-router'
import { describeLinkFailure } from '#app/features/account/sign-in/auth-messages.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { SettingsResponse } from './action-result.ts'

/** Says why an emailed link or a provider led back without a change, until a form is sent. */
export function LinkFailure({ response }: { response: SettingsResponse | undefined }) {
  const [search] = useSearchParams()
  const failure = search.get('error_code') ?? search.get('error')
  if (failure === null || response) return null
  return (
    <Notice kind="bad" className="settings-failure">
      {describeLinkFailure(failure)}
    </Notice>
  )
}
