import { invalidRobotsTag } from '../errors.ts'

const SIMPLE_RULES = new Set([
  'all',
  'noindex',
  'nofollow',
  'none',
  'nosnippet',
  'indexifembedded',
  'notranslate',
  'noimageindex',
])
const VALUE_RULES: Record<string, (value: string) => boolean> = {
  'max-snippet': isCountOrUnlimited,
  'max-video-preview': isCountOrUnlimited,
  'max-image-preview': (value) => ['none', 'standard', 'large'].includes(value),
  unavailable_after: (value) => !Number.isNaN(Date.parse(value)),
}

/** Throws unless the header is a list of robots rules, each with an optional agent. */
export function requireRobotsTag(header: string): string {
  if (header.trim() === '') throw invalidRobotsTag('it is empty')
  for (const part of header.split(/,(?![^:]*\d{2}:\d{2})/)) requireRule(part.trim())
  return header
}

/** Returns true when the stored value is safe to send. */
export function isRobotsTag(header: string): boolean {
  try {
    requireRobotsTag(header)
    return true
  } catch {
    return false
  }
}

function requireRule(rule: string): void {
  if (isRule(rule)) return
  const [, withoutAgent] = /^[\w-]+\s*:\s*(.+)$/.exec(rule) ?? []
  if (withoutAgent === undefined || !isRule(withoutAgent)) throw invalidRobotsTag(`unknown rule "${rule.slice(0, 80)}"`)
}

function isRule(rule: string): boolean {
  if (SIMPLE_RULES.has(rule.toLowerCase())) return true
  const [, name = '', value = ''] = /^([\w-]+)\s*:\s*(.+)$/.exec(rule) ?? []
  return VALUE_RULES[name.toLowerCase()]?.(value.trim()) ?? false
}

function isCountOrUnlimited(value: string): boolean {
  return /^(-1|\d{1,9})$/.test(value)
}
