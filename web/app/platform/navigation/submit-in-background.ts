import type { DataRouter } from 'react-router'

let lastKey = 0

/**
 * Submits a form to a page without a component that waits for the response, which may have left the page. Returns
 * undefined if there is no response, as after a redirect.
 */
export async function submitInBackground<Response>(
  router: DataRouter,
  action: string,
  fields: readonly (readonly [name: string, value: string])[],
): Promise<Response | undefined> {
  const formData = new FormData()
  for (const [name, value] of fields) formData.append(name, value)
  lastKey += 1
  const key = `background-${lastKey}`
  let response: Response | undefined
  // The router forgets a fetcher without a component once it is idle.
  const stop = router.subscribe(({ fetchers }) => {
    response = (fetchers.get(key)?.data as Response | undefined) ?? response
  })
  await router.fetch(key, 'root', action, { formMethod: 'post', formData })
  stop()
  return response
}
