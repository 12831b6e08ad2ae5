import { useNavigation } from 'react-router'

/**
 * A bar along the upper edge of the window while the next page loads. Screen readers announce the page once it has
 * loaded.
 */
export function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className="navigation-progress" aria-hidden="true" />
}
