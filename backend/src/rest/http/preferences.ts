/** The preferences of a request (rest 11). */
export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missing: 'default' | 'null' | undefined
  return: 'representation' | 'minimal' | 'headers-only' | undefined
  count: 'exact' | 'planned' | 'estimated' | undefined
  tx: 'commit' | 'rollback' | undefined
  handling: 'strict' | 'lenient' | undefined
  timezone: string | undefined
  maxAffected: number | undefined
  /** Unknown tokens, which `handling=strict` rejects. */
  invalid: string[]
}

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

type Choice = keyof typeof CHOICES

/** Parses `Prefer`. Tokens are case-sensitive and the first of each kind wins. */
export function parsePreferences(header: string | null, isTimeZone: (name: string) => boolean): Preferences {
  const tokens = (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')
  const valid = new Set<string>()
  const choose = <K extends Choice>(kind: K): (typeof CHOICES)[K][number] | undefined => {
    const options: readonly string[] = CHOICES[kind]
    const matching = tokens.filter((token) => options.some((option) => token === `${kind}=${option}`))
    for (const token of matching) valid.add(token)
    return matching[0]?.slice(kind.length + 1) as (typeof CHOICES)[K][number] | undefined
  }
  const zone = tokens.find((token) => token.startsWith('timezone='))
  const timezone = zone?.slice('timezone='.length)
  const knownZone = timezone !== undefined && isTimeZone(timezone) ? timezone : undefined
  if (zone !== undefined && knownZone !== undefined) valid.add(zone)
  const affected = tokens.find((token) => /^max-affected=\d{1,9}$/.test(token))
  if (affected !== undefined) valid.add(affected)
  return {
    resolution: choose('resolution'),
    missing: choose('missing'),
    return: choose('return'),
    count: choose('count'),
    tx: choose('tx'),
    handling: choose('handling'),
    timezone: knownZone,
    maxAffected: affected === undefined ? undefined : Number(affected.slice('max-affected='.length)),
    invalid: tokens.filter((token) => !valid.has(token)),
  }
}
