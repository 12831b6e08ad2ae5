/** The layers of each service from top to bottom. A layer imports only from the layers below it. */
export const LAYERS: Record<string, readonly string[]> = {
  'backend/src/rest': ['service', 'handle-request', 'respond', 'execute', 'render', 'plan', 'parse', 'schema', 'http'],
}
