import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createLatestCall } from '#app/lib/latest-call.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { useCommentSubject } from './comment-subject.ts'
import { completeMention, findMention, type OpenMention } from './find-mention.ts'
import type { MentionCandidate } from './mention-candidates.ts'

/** Members are looked up when typing pauses for this long. */
const PAUSE_MS = 150

/** Suggests members while a mention is typed. The field keeps the focus; arrows, Enter and Escape act on the list. */
export function useMentions() {
  const viewer = useViewer()
  const { target } = useCommentSubject()
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [lookUp] = useState(createLatestCall)
  const [open, setOpen] = useState<OpenMention>()
  const [found, setFound] = useState<MentionCandidate[]>([])
  const [active, setActive] = useState(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const close = () => {
    clearTimeout(timer.current)
    // A late response would open the list again, which then takes Enter and Tab from the text.
    lookUp.cancel()
    setOpen(undefined)
    setFound([])
  }
  const handleInput = ({ currentTarget }: FormEvent<HTMLTextAreaElement>) => {
    field.current = currentTarget
    const mention = viewer ? findMention(currentTarget.value, currentTarget.selectionStart) : undefined
    if (!mention) return close()
    setOpen(mention)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void suggest(mention), PAUSE_MS)
  }
  const suggest = async (mention: OpenMention) => {
    const isLatest = lookUp.start()
    // Without suggestions the name can still be typed.
    const candidates = await listCandidates(mention.prefix).catch(() => [])
    if (!isLatest()) return
    setFound(candidates)
    setActive(0)
  }

  const listCandidates = async (prefix: string) => {
    const { listMentionCandidates } = await import('./mention-candidates.ts')
    return listMentionCandidates(prefix, target)
  }

  const choose = (candidate: MentionCandidate | undefined) => {
    const element = field.current
    if (!element || !open || !candidate) return
    const { text, cursor } = completeMention(element.value, open, candidate.username)
    element.value = text
    element.setSelectionRange(cursor, cursor)
    // Setting the value fires no input event, and the form saves its draft on each one.
    element.dispatchEvent(new Event('input', { bubbles: true }))
    close()
  }
  /** Returns true if the list of suggestions has handled the key. */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (found.length === 0 || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(found[active])
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }
  return { listId, found, active, choose, close, handleInput, handleKey }
}
