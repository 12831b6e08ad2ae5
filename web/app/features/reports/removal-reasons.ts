/** A reason for a removal, with a template of the text for the author, which can be changed before it is sent. */
interface RemovalReason {
  id: string
  label: string
  text: string
  /** True for reasons that do not apply to photos, reviews and comments. */
  isForSpots?: boolean
}

/** The templates of the removal dialog, for the keys 1 to 6. The last one is for a custom text. */
export const removalReasons: readonly RemovalReason[] = [
  {
    id: 'duplicate',
    label: 'Duplicate of another spot',
    text: 'Thank you. This place is on the map already. Please add your photos and what you know to its page.',
    isForSpots: true,
  },
  {
    id: 'advertising',
    label: 'Advertising',
    text: 'This reads like advertising. The map shows places that members know and like.',
  },
  {
    id: 'private',
    label: 'Private home or person',
    text: 'This shows a private home or person. Please share only places that everyone may visit.',
  },
  {
    id: 'not-found',
    label: 'Cannot be found there',
    text: 'We could not find this place at the position given. Please check it and add it again.',
    isForSpots: true,
  },
  {
    id: 'rules',
    label: 'Against the rules',
    text: 'This is dangerous or illegal, or breaks another rule for contributing. The rules are on the About page.',
  },
  { id: 'own', label: 'Other reason', text: '' },
]

/** Returns the reason that is shown to the author: the typed text, or that of the chosen template. */
export function composeReason(chosen: string, typed: string): string {
  return typed.trim() || (removalReasons.find(({ id }) => id === chosen)?.text ?? '')
}
