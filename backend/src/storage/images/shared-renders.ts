/** Renders in progress. Concurrent requests for the same image wait for one render. */
export interface SharedRenders {
  run(key: string, render: () => Promise<Uint8Array>): Promise<Uint8Array>
}

export function createSharedRenders(): SharedRenders {
  const running = new Map<string, Promise<Uint8Array>>()
  return {
    run(key, render) {
      const begun = running.get(key) ?? render().finally(() => running.delete(key))
      running.set(key, begun)
      return begun
    },
  }
}
