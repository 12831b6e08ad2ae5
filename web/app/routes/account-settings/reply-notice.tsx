import { useEffect, useRef } from 'react'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { SettingsReply } from './action-result.ts'

/**
 * The reply to a form, at the top of the section. The page scrolls to it, since the form may be far below or no
 * longer shown.
 */
export function ReplyNotice({ reply }: { reply: SettingsReply | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const trouble = reply?.rejection?.message
  useEffect(() => {
    if (reply && (trouble || reply.done)) place.current?.focus()
  }, [reply, trouble])
  return (
    <div className="settings-reply" ref={place} tabIndex={-1}>
      <div role="status">{reply?.done && <Notice kind="ok">{reply.done}</Notice>}</div>
      {trouble && <Notice kind="bad">{trouble}</Notice>}
    </div>
  )
}
