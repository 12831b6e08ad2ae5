import { distanceMeters, formatDistance } from '#app/lib/geo/distance.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { Pin } from './use-pin.ts'

/** Offers the position of a photo when the pin is somewhere else. */
export function PhotoPlace({ point, pin }: { point: Point | undefined; pin: Pin }) {
  const { suggested } = pin
  return (
    <div role="status">
      {point && suggested && (
        <Notice kind="question" className="submit-notice mt-4">
          The photo was taken {formatDistance(distanceMeters(point, suggested))} from your pin.{' '}
          <button type="button" className="link" onClick={() => pin.move(suggested)}>
            Move the pin there
          </button>{' '}
          or{' '}
          <button type="button" className="link" onClick={pin.leave}>
            keep it
          </button>
          .
        </Notice>
      )}
    </div>
  )
}
