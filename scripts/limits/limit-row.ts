const MIB = 1024 * 1024

/**
 * One limit: its subject, its default, the setting that changes it, the code that enforces it, and the error beyond it.
 */
export type LimitRow = [limit: string, value: string, setting: string, enforced: string, error: string]

/** The setting of a limit that only the code can change. */
export const CONSTANT = ''

export const formatNumber = (value: number) => value.toLocaleString('en')
export const formatMegabytes = (bytes: number) => `${Math.round(bytes / MIB)} MB`
