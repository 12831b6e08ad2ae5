const STORED_AS = 'single-keys'

/** Returns true unless single-key shortcuts are turned off in this browser. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    return true // Storage is disabled.
  }
}

/** Turns single-key shortcuts on or off in this browser. */
export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(STORED_AS, isOn ? 'on' : 'off')
}

/**
 * Returns true for a key that may be a shortcut by itself: without Ctrl, Alt and Meta, outside of fields and dialogs,
 * and while single-key shortcuts are on.
 */
export function isSingleKey(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return false
  const target = event.target instanceof HTMLElement ? event.target : null
  return !(
    target?.isContentEditable || target?.closest('input, textarea, select, dialog, [role="dialog"], [role="menu"]')
  )
}
