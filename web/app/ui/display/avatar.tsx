import type { ReactNode } from 'react'

/** A member's picture in a circle, or the children if there is none. Decorative, since the name is beside it. */
export function Avatar({
  src,
  size = 44,
  children,
}: {
  src?: string
  size?: 26 | 44 | 64 | 72 | 92
  children?: ReactNode
}) {
  return (
    <span className="avatar" style={{ width: size, height: size }} aria-hidden="true">
      {src === undefined ? (
        children
      ) : (
        <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
    </span>
  )
}
