import type { GroupId } from '#app/features/categories/categories.ts'

export type Theme = 'day' | 'night'

/** Four inks per group, from the background to the strongest line. */
export type CoverInks = { ground: string; tint: string; middle: string; deep: string }

const inks: Record<Theme, Record<GroupId, readonly [string, string, string, string]>> = {
  day: {
    relief: ['#F1E6CC', '#E3D0A3', '#B4843F', '#6B471B'],
    water: ['#D3E5E8', '#A9CDD6', '#4A8FA5', '#134A63'],
    green: ['#E1E9CF', '#C1D2A2', '#75954F', '#2C5225'],
    past: ['#E9E5EA', '#CFC7D3', '#85798F', '#3E354C'],
    culture: ['#D9E8E2', '#AFD1C6', '#3A8B82', '#0C4A49'],
    table: ['#F8E3C6', '#F0C88F', '#D68432', '#85390D'],
    way: ['#E4E9EB', '#C4CFD4', '#677B86', '#182B36'],
  },
  night: {
    relief: ['#2A2317', '#40341F', '#A67C3F', '#E8CB94'],
    water: ['#0E2733', '#163C4C', '#4A8FA5', '#B5DCE5'],
    green: ['#1A2818', '#294023', '#769650', '#D0E0B4'],
    past: ['#221F29', '#37313F', '#887C93', '#DDD4E2'],
    culture: ['#0F2A2A', '#18403E', '#3F9A8F', '#B7E0D6'],
    table: ['#2E1D10', '#4A2E16', '#D08335', '#F6CF9B'],
    way: ['#18242C', '#283842', '#7A8F9A', '#D8E2E6'],
  },
}

/** The accent ink of the "here" mark. */
export const overprint: Record<Theme, string> = { day: '#B80F5A', night: '#FF7AAE' }

/** Dry land on water covers, and its outline. */
export const landInks: Record<Theme, { land: string; landLine: string }> = {
  day: { land: '#F3EAD2', landLine: '#CDB98B' },
  night: { land: '#223238', landLine: '#3A4E55' },
}

/** The foreground at night. */
export const nearGround = '#0B1217'

/** Returns the inks of a group's covers. */
export function coverInks(group: GroupId, theme: Theme): CoverInks {
  const [ground, tint, middle, deep] = inks[theme][group]
  return { ground, tint, middle, deep }
}

/** Mixes two hex colours; `share` is the share of the second. */
export function mixInks(from: string, to: string, share: number): string {
  const clamped = Math.max(0, Math.min(1, share))
  const channels = [1, 3, 5].map((start) => {
    const [low, high] = [from, to].map((ink) => Number.parseInt(ink.slice(start, start + 2), 16))
    const value = Math.round((low ?? 0) + ((high ?? 0) - (low ?? 0)) * clamped)
    return value.toString(16).padStart(2, '0')
  })
  return `#${channels.join('')}`
}
