import { createContext, useContext } from 'react'

/** What a visitor has chosen; "system" follows the device. */
export type ChosenTheme = 'day' | 'night' | 'system'

const ChosenThemeContext = createContext<ChosenTheme>('system')

/** Tells the parts below which theme is chosen, for pictures that cannot follow CSS variables. */
export const ChosenThemeProvider = ChosenThemeContext.Provider

export function useChosenTheme(): ChosenTheme {
  return useContext(ChosenThemeContext)
}
