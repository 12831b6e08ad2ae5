/**
 * One limit: its subject, its default, the setting that changes it, the code that enforces it, and the error when it is
 * exceeded.
 */
export type LimitRow = [limit: string, value: string, setting: string, enforced: string, error: string]

/** The setting of a limit that only the code can change. */
export const CONSTANT = ''

export const formatNumber = (value: number) => value.toLocaleString('en')

const BYTE_UNITS: [unit: string, bytes: number][] = [
  ['GiB', 1024 ** 3],
  ['GB', 1000 ** 3],
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
]

/** Returns a size in the largest unit in which it is a whole number, decimal or binary. */
export function formatBytes(bytes: number): string {
  const [unit, size] = BYTE_UNITS.find(([, size]) => bytes % size === 0) ?? ['bytes', 1]
  return `${formatNumber(bytes / size)} ${unit}`
}

const TIME_UNITS: [unit: string, milliseconds: number][] = [
  ['h', 3_600_000],
  ['min', 60_000],
]

/** Returns a duration in the largest unit in which it is a whole number, otherwise in seconds. */
export function formatDuration(milliseconds: number): string {
  const [unit, size] = TIME_UNITS.find(([, size]) => milliseconds % size === 0) ?? ['s', 1000]
  return `${formatNumber(milliseconds / size)} ${unit}`
}
