/** The actions that the log can be filtered by, as the database names them, with their words. */
export const LOG_ACTIONS: Record<string, string> = {
  approved: 'approved',
  removed: 'removed',
  kept: 'kept',
  restored: 'restored',
  hid: 'hid',
  asked: 'asked',
  moved: 'moved',
  edited: 'edited',
  closed: 'marked as closed',
  reopened: 'marked as open again',
  undid: 'undid',
  merge: 'merged',
  'undo-merge': 'undid a merge',
  'accept-suggestion': 'accepted a suggestion',
  'decline-suggestion': 'declined a suggestion',
  warned: 'warned',
  suspended: 'suspended',
  banned: 'banned',
  'lifted-ban': 'lifted a ban',
  trusted: 'trusted',
  untrusted: 'withdrew trust from',
  'changed-role': 'changed the role',
  'removed-all': 'removed all',
  'restored-all': 'restored all',
  'change-settings': 'changed settings',
  'create-invitation': 'created an invitation',
  'revoke-invitation': 'revoked an invitation',
  'become-administrator': 'became the administrator',
}

/** Returns the words of an action. Those that later versions add are written as the database names them. */
export function describeLogAction(action: string): string {
  return Object.hasOwn(LOG_ACTIONS, action) ? (LOG_ACTIONS[action] ?? action) : action.replaceAll('-', ' ')
}

/** Returns the reason of an entry as people read it. That of an undone decision is the action that was undone. */
export function describeLogReason({ action, reason }: { action: string; reason: string }): string {
  return action === 'undid' ? describeLogAction(reason) : reason
}
