import type { ExportedSpot, ExportHead } from './exported-spot.ts'

/** Writes spots in one format, piece by piece, so that files of any length need little memory. */
export interface SpotWriter {
  begin: (head: ExportHead) => string
  writeSpot: (spot: ExportedSpot, head: ExportHead) => string
  /** The text between two spots. */
  between: string
  end: string
}

/** Returns the whole file as one text. Use it for few spots only. */
export function writeSpots(writer: SpotWriter, spots: ExportedSpot[], head: ExportHead): string {
  return writer.begin(head) + spots.map((spot) => writer.writeSpot(spot, head)).join(writer.between) + writer.end
}
