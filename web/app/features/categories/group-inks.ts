import type { GroupId } from './categories.ts'

export type Theme = 'day' | 'night'

export type MarkInks = Record<GroupId, string> & { icon: string; halo: string }

/** The inks of the marks for pictures that cannot read CSS variables; tested to equal `tokens.css`. */
export const markInks: Record<Theme, MarkInks> = {
  day: {
    relief: '#7c5520',
    water: '#1a6080',
    green: '#3d6b2c',
    past: '#5b4f6e',
    culture: '#0d6661',
    table: '#a0480e',
    way: '#2c3f4b',
    icon: '#ffffff',
    halo: '#ffffff',
  },
  night: {
    relief: '#d9b06c',
    water: '#7fc0d6',
    green: '#a5c77f',
    past: '#bcaecb',
    culture: '#76c7bc',
    table: '#f2a660',
    way: '#b9c9d1',
    icon: '#0d1a22',
    halo: '#13252f',
  },
}
