import type { PlateData } from './plate.server.ts'
import { Plate, type PlateProps } from './plate.tsx'

/**
 * Two drawings of one place: a phone gets its own, since names and readings do not shrink. Only the ground that shows is
 * loaded.
 */
export function ResponsivePlate({
  wide,
  narrow,
  ...rest
}: Omit<PlateProps, 'plate'> & { wide: PlateData; narrow: PlateData }) {
  return (
    <>
      <div className="plate-wide">
        <Plate plate={wide} {...rest} />
      </div>
      <div className="plate-narrow">
        <Plate plate={narrow} {...rest} readings={false} />
      </div>
    </>
  )
}
