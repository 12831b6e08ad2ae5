import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type NoticeKind = 'question' | 'ok' | 'warn' | 'bad'

const icons: Record<NoticeKind, ReactNode> = {
  question: <CircleHelp />,
  ok: <CircleCheck />,
  warn: <TriangleAlert />,
  bad: <TriangleAlert />,
}

/** A short message beside a coloured bar: a question, success, warning or failure. Failures are announced at once. */
export function Notice({
  kind = 'question',
  className,
  children,
  ...rest
}: ComponentProps<'div'> & { kind?: NoticeKind }) {
  return (
    <div
      role={kind === 'bad' ? 'alert' : undefined}
      {...rest}
      className={classNames(`notice notice-${kind}`, className)}
    >
      {icons[kind]}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
