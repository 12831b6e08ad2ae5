import { LivePlate, type LivePlateProps } from './live-plate.tsx'
import type { PlateData } from './plate.server.ts'

/**
 * Two drawings of one place: a phone gets its own, since names and readings do not shrink. Only the ground that shows is
 * loaded.
 */
export function ResponsivePlate({
  wide,
  narrow,
  ...rest
}: Omit<LivePlateProps, 'plate'> & { wide: PlateData; narrow: PlateData }) {
  return (
    <>
      <div className="plate-wide">
        <LivePlate plate={wide} {...rest} />
      </div>
      <div className="plate-narrow">
        <LivePlate plate={narrow} {...rest} readings={false} />
      </div>
    </>
  )
}
