import type { KeyboardEvent, ReactNode } from 'react'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'

/** The text field of a comment: Ctrl Enter sends, `@` suggests members. */
export function CommentField({
  label,
  hint,
  placeholder,
  defaultValue,
  error,
  autoFocus,
}: {
  label: string
  hint?: ReactNode
  placeholder?: string | undefined
  defaultValue?: string | undefined
  error?: string | undefined
  autoFocus?: boolean
}) {
  const mentions = useMentions()
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.handleKey(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const form = event.currentTarget.form
    form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[type="submit"]'))
  }
  return (
    <div className="comment-field">
      {mentions.found.length > 0 && <MentionList {...mentions} />}
      <TextAreaField
        label={label}
        hint={hint}
        placeholder={placeholder}
        name="body"
        rows={2}
        maxLength={CONTENT_LIMITS['comments.body']}
        required
        defaultValue={defaultValue}
        error={error}
        autoFocus={autoFocus}
        aria-autocomplete="list"
        aria-controls={mentions.found.length > 0 ? mentions.listId : undefined}
        aria-activedescendant={mentions.found.length > 0 ? `${mentions.listId}-${mentions.active}` : undefined}
        onInput={mentions.handleInput}
        onKeyDown={handleKey}
        onBlur={mentions.close}
      />
      <span className="sr-only" role="status">
        {mentions.found.length > 0 && formatCount(mentions.found.length, 'member')}
      </span>
    </div>
  )
}
