/** The members that a client sees in a room: the refs of each key. */
export interface PresenceView {
  keys: Map<string, Set<string>>
}

type List = Record<string, { metas: { phx_ref: string }[] }>

/** Applies a message to the view as the official client does. */
export function readPresence(view: PresenceView, event: string, payload: unknown): void {
  if (event === 'presence_state') {
    view.keys.clear()
    addAll(view, payload as List)
  } else if (event === 'presence_diff') {
    const { joins, leaves } = payload as { joins: List; leaves: List }
    addAll(view, joins)
    for (const [key, refs] of listRefs(leaves)) {
      const known = view.keys.get(key)
      for (const ref of refs) known?.delete(ref)
      if (known?.size === 0) view.keys.delete(key)
    }
  }
}

function addAll({ keys }: PresenceView, list: List): void {
  for (const [key, refs] of listRefs(list)) keys.set(key, new Set([...(keys.get(key) ?? []), ...refs]))
}

function listRefs(list: List): [key: string, refs: string[]][] {
  return Object.entries(list).map(([key, { metas }]) => [key, metas.map(({ phx_ref }) => phx_ref)])
}
