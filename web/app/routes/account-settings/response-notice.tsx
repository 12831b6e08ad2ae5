import { useEffect, useRef } from 'react'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { SettingsResponse } from './action-result.ts'

/**
 * The response to a form, at the top of the section. The page scrolls to it, since the form may be far below or no
 * longer shown.
 */
export function ResponseNotice({ response }: { response: SettingsResponse | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const problem = response?.rejection?.message
  useEffect(() => {
    if (response && (problem || response.done)) place.current?.focus()
  }, [response, problem])
  return (
    <div className="settings-response" ref={place} tabIndex={-1}>
      <div role="status">{response?.done && <Notice kind="ok">{response.done}</Notice>}</div>
      {problem && <Notice kind="bad">{problem}</Notice>}
    </div>
  )
}
