import { createContext, useContext } from 'react'

/** The visitor's choice; "system" follows the device. */
export type ChosenTheme = 'day' | 'night' | 'system'

const ChosenThemeContext = createContext<ChosenTheme>('system')

/** Provides the theme to components with pictures that cannot use CSS variables. */
export const ChosenThemeProvider = ChosenThemeContext.Provider

/** Returns the visitor's choice of theme. */
export function useChosenTheme(): ChosenTheme {
  return useContext(ChosenThemeContext)
}
