import { type ComponentType, lazy, Suspense, useState } from 'react'

/** A part of a page in a module of its own, which the browser loads after the page. */
export interface LaterPart<Props> {
  /** The component, once its module is loaded. */
  find: () => ComponentType<Props> | undefined
  /** Loads the module. A navigation waits for it, so that the part shows at once. */
  load: () => Promise<ComponentType<Props>>
  Lazy: ComponentType<Props>
}

/**
 * Creates a part. `served` is the component on the server, which renders it with the page, and undefined in the
 * browser: `import.meta.env.SSR ? (await import(…)).Part : undefined`.
 */
export function createLaterPart<Props extends object>(
  served: ComponentType<Props> | undefined,
  importPart: () => Promise<ComponentType<Props>>,
): LaterPart<Props> {
  let loaded = served
  const load = async () => {
    loaded = await importPart()
    return loaded
  }
  const Lazy = lazy(() =>
    load().then(
      (component) => ({ default: component as ComponentType<object> }),
      // Without its module the part stays as the server rendered it.
      () => new Promise<never>(() => undefined),
    ),
  )
  return { find: () => loaded, load, Lazy: Lazy as ComponentType<Props> }
}

/** Shows a part. Until its module is loaded, the server's HTML stays, and its links and forms work. */
export function Later<Props extends object>({ part, props }: { part: LaterPart<Props>; props: Props }) {
  // A component that is loaded already must not suspend: the part would be empty for a moment.
  const [Part] = useState<ComponentType<Props>>(() => part.find() ?? part.Lazy)
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  )
}
