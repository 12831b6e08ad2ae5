/** A place on the globe in degrees of WGS 84: longitude -180 to 180, latitude -90 to 90. */
export type Point = { lng: number; lat: number }

/** Converts degrees to radians. */
export function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
